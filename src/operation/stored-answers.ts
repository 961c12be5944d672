import { ApiError } from '../shared/errors/errors.ts';
import { RenewedMap } from '../shared/load/renewed-map.ts';
import type { ShareHolder } from '../shared/load/share-holder.ts';

const MIB = 1024 * 1024;
const DAY_S = 86_400;
const MAX_OWNERS = 10_000;

/** How many bytes of answers may be stored in a day for repeated calls. */
export const BYTES_A_DAY = { person: 64 * MIB, key: 256 * MIB, keys: 1024 * MIB };

/** The owner of stored answers: a person, an API key with its successors, or all keys of a team. */
export type Owner = { kind: 'person' | 'key'; name: string } | { kind: 'keys'; name: ShareHolder };

/**
 * Counts the bytes of answers that this process stores, each for a day. A sum in the database would make each such call
 * slower. A count falls steadily, so that an
 * owner above the limit waits for seconds, and not until the next day.
 */
export class StoredAnswers {
  readonly #levels = new RenewedMap<string, { bytes: number; at: Date }>();

  /** Throws if one of the owners has stored too much. */
  requireRoom(owners: readonly Owner[], now: Date): void {
    const waits = owners.map((owner) => {
      const limit = BYTES_A_DAY[owner.kind];
      return ((this.#levelOf(owner, now) - limit) / limit) * DAY_S;
    });
    const seconds = Math.max(0, ...waits);
    if (seconds === 0) return;
    throw new ApiError('rate_limited', {
      because: 'too_many_stored_answers',
      limitOf: 'stored_answers',
      retryAfter: Math.ceil(seconds),
    });
  }

  add(owners: readonly Owner[], bytes: number, now: Date): void {
    for (const owner of owners) {
      const id = idOf(owner);
      const level = { bytes: this.#levelOf(owner, now) + bytes, at: now };
      // The owner who stored last comes last.
      this.#levels.delete(id);
      this.#levels.set(id, level);
    }
    for (const id of this.#levels.keys()) {
      if (this.#levels.size <= MAX_OWNERS) return;
      this.#levels.delete(id);
    }
  }

  #levelOf(owner: Owner, now: Date): number {
    const level = this.#levels.get(idOf(owner));
    if (!level) return 0;
    const seconds = Math.max(0, now.getTime() - level.at.getTime()) / 1000;
    return Math.max(0, level.bytes - (seconds / DAY_S) * BYTES_A_DAY[owner.kind]);
  }
}

function idOf({ kind, name }: Owner): string {
  return `${kind} ${name}`;
}
