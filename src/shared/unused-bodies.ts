import type { ServerResponse } from 'node:http';
import { ApiError } from './errors.ts';
import { HeldBytes, type Holder } from './held-bytes.ts';
import { Overload } from './overload.ts';

const MIB = 1024 * 1024;
const OF_PROCESS = 64 * MIB;

/** A body on its way to us. */
export type ArrivingBody = {
  /** Counts a piece. Throws if the body may not become larger. */
  take(bytes: number): void;
  /** Drops what has arrived. Undefined unless somebody reads the body and it is not complete. */
  refuse?: ((error: unknown) => void) | undefined;
};

/** For servers that only this machine reaches. */
export const uncounted = (): ArrivingBody => ({ take: () => undefined });

type Counted = ArrivingBody & { holder: Holder; bytes: number };

/**
 * Counts the bytes of bodies that have arrived, until their requests are answered. Otherwise a client could fill our
 * memory: it sends half of a body on each of a thousand connections, and then waits. A body that exceeds what
 * its person or team may hold gets 503. When the process is full, whoever holds most loses its incomplete
 * bodies, so a small body of somebody else is still accepted (P1070).
 */
export class UnusedBodies extends HeldBytes {
  readonly #open = new Set<Counted>();

  constructor() {
    super({ person: 4 * MIB, team: 16 * MIB });
  }

  /** Counts a body until its request is answered. After that, no more of it is accepted. */
  arriving(holder: Holder, res: ServerResponse): ArrivingBody {
    const body: Counted = { holder, bytes: 0, take: (bytes) => this.#take(body, bytes, res) };
    this.#open.add(body);
    res.once('close', () => this.#forget(body));
    return body;
  }

  #take(body: Counted, bytes: number, res: ServerResponse): void {
    const { holder } = body;
    if (res.closed || !this.mayHold(holder, bytes) || !this.#makeRoom(holder, bytes)) {
      this.#forget(body);
      throw refusal();
    }
    this.hold(holder, bytes);
    body.bytes += bytes;
  }

  /** False if the process is full, and nobody holds more than this holder would. */
  #makeRoom(holder: Holder, bytes: number): boolean {
    while (this.all + bytes > OF_PROCESS) {
      const most = this.#mostHeld();
      if (!most || this.heldBy(most) <= this.heldBy(holder) + bytes) return false;
      for (const body of this.#open) {
        if (isSame(body.holder, most)) this.#refuse(body);
      }
    }
    return true;
  }

  /** Who holds the most, of those who have an incomplete body. */
  #mostHeld(): Holder | undefined {
    let most: Holder | undefined;
    for (const { holder, bytes, refuse } of this.#open) {
      if (!refuse || bytes === 0) continue;
      if (!most || this.heldBy(holder) > this.heldBy(most)) most = holder;
    }
    return most;
  }

  #refuse(body: Counted): void {
    if (!body.refuse) return;
    this.#forget(body);
    body.refuse(refusal());
  }

  #forget(body: Counted): void {
    if (this.#open.delete(body)) this.release(body.holder, body.bytes);
  }
}

const isSame = (one: Holder, other: Holder) =>
  one.person === other.person && one.team === other.team;

function refusal(): ApiError {
  const cause = new Overload('unused_bodies', 'too many bytes of bodies wait for their rest');
  return new ApiError('unavailable', { cause });
}
