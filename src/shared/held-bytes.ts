import { RenewedMap } from './renewed-map.ts';
import { SERVICE, type ShareHolder } from './share-holder.ts';

/** The person and the team whose bytes are in our memory. Each of the two is counted. */
export type Holder = { person?: string | undefined; team?: ShareHolder | undefined };

type Limits = { person: number; team: number };

/** Counts bytes that stay in our memory until a client sends more, or reads more. */
export class HeldBytes {
  readonly #limits: Limits;
  readonly #bytes = new RenewedMap<string, number>();
  #all = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get all(): number {
    return this.#all;
  }

  /** How much the person holds, or the team if no person is known. */
  heldBy({ person, team }: Holder): number {
    return person === undefined ? this.#of('team', team) : this.#of('person', person);
  }

  /** True if person and team may hold so many bytes more. The product's backend works for all teams. */
  mayHold({ person, team }: Holder, more = 0): boolean {
    if (this.#of('person', person) + more > this.#limits.person) return false;
    return team === SERVICE || this.#of('team', team) + more <= this.#limits.team;
  }

  hold({ person, team }: Holder, bytes: number): void {
    this.#all += bytes;
    this.#count('person', person, bytes);
    this.#count('team', team, bytes);
  }

  release(holder: Holder, bytes: number): void {
    this.hold(holder, -bytes);
  }

  #of(kind: 'person' | 'team', id: string | undefined): number {
    return id === undefined ? 0 : (this.#bytes.get(`${kind} ${id}`) ?? 0);
  }

  #count(kind: 'person' | 'team', id: string | undefined, more: number): void {
    if (id === undefined) return;
    const bytes = this.#of(kind, id) + more;
    if (bytes > 0) this.#bytes.set(`${kind} ${id}`, bytes);
    else this.#bytes.delete(`${kind} ${id}`);
  }
}
