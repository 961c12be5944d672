import { RenewedMap } from './renewed-map.ts';
import type { ShareHolder } from './share-holder.ts';

/** The person and the team whose bytes are in our memory. Each of the two is counted. */
export type Holder = { person?: string | undefined; team?: ShareHolder | undefined };
type Part = 'person' | 'team';

/** Counts bytes that stay in our memory until a client sends more, or reads more. */
export class HeldBytes {
  readonly #limits: Record<Part, number>;
  readonly #bytes = new RenewedMap<string, number>();
  #all = 0;

  constructor(limits: Record<Part, number>) {
    this.#limits = limits;
  }

  get all(): number {
    return this.#all;
  }

  /** How much the person or the team holds. */
  heldBy(holder: Holder, part: Part): number {
    return this.#bytes.get(`${part} ${holder[part]}`) ?? 0;
  }

  /** Who may not hold so many bytes more: the person, or else the team. */
  fullPart(holder: Holder, more = 0): Part | undefined {
    const isFull = (part: Part) => this.heldBy(holder, part) + more > this.#limits[part];
    return (['person', 'team'] as const).find((part) => holder[part] !== undefined && isFull(part));
  }

  hold(holder: Holder, bytes: number): void {
    this.#all += bytes;
    for (const part of ['person', 'team'] as const) {
      if (holder[part] === undefined) continue;
      const held = this.heldBy(holder, part) + bytes;
      if (held > 0) this.#bytes.set(`${part} ${holder[part]}`, held);
      else this.#bytes.delete(`${part} ${holder[part]}`);
    }
  }

  release(holder: Holder, bytes: number): void {
    this.hold(holder, -bytes);
  }
}
