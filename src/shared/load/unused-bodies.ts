import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../errors/errors.ts';
import { HeldBytes, type Holder } from './held-bytes.ts';
import { Overload } from './overload.ts';
import { SERVICE } from './share-holder.ts';

const MIB = 1024 * 1024;
export const OF_PROCESS = 64 * MIB;
export const OF_EACH = { person: 4 * MIB, team: 16 * MIB };
/** Node reads at most this much of a body before anybody asks for it. */
const READ_AHEAD = 64 * 1024;

/** A body on its way to us. */
export type ArrivingBody = {
  /** Counts memory that the body needs. Throws if it may not need more. */
  take(bytes: number): void;
  /** Drops what has arrived. Undefined unless somebody reads the body and it is not complete. */
  refuse?: ((error: unknown) => void) | undefined;
};

/** For servers that only this machine reaches. */
export const uncounted = (): ArrivingBody => ({ take: () => undefined });

type Counted = ArrivingBody & {
  holder: Holder;
  /** How large it will be. 0 if a chunked body does not say so. */
  announced: number;
  bytes: number;
};

/**
 * Counts the bytes of bodies that have arrived, until their requests are answered. Otherwise a client could fill our
 * memory: it sends half of a body on each of a thousand connections, and then waits. A body that exceeds what its person
 * or team may hold takes the place of their largest incomplete body, or gets 503 if none is larger. So a stolen session
 * or key that fills the memory cannot keep the others from ending it. When the process is full, the holder of most loses
 * its incomplete bodies. If the newest body were refused, twenty addresses that fill 64 MiB would refuse everybody.
 */
export class UnusedBodies extends HeldBytes {
  readonly #open = new Set<Counted>();
  /** What Node has read of bodies whose sender is not known yet. Null: it was dropped. */
  readonly #early = new WeakMap<ServerResponse, Counted | null>();

  constructor() {
    super(OF_EACH);
  }

  /**
   * Counts for an address what Node reads of a body before we know who calls. If there is no room for it, the body is
   * dropped at once, and refused when it would be read.
   */
  announce(address: string, res: ServerResponse): void {
    const bytes = readAhead(res.req);
    if (bytes === 0) return;
    const body = this.#counted({ person: address }, res);
    body.refuse = () => {
      this.#early.set(res, null);
      res.req.resume();
    };
    this.#early.set(res, body);
    try {
      body.take(bytes);
    } catch (error) {
      body.refuse(error);
    }
  }

  /** Counts a body until its request is answered. After that, no more of it is accepted. */
  arriving(holder: Holder, res: ServerResponse): ArrivingBody {
    const early = this.#early.get(res);
    if (early === null) throw refusal();
    if (early) {
      early.refuse = undefined;
      this.#forget(early);
    }
    return this.#counted(holder, res);
  }

  #counted(holder: Holder, res: ServerResponse): Counted {
    const body: Counted = {
      holder,
      announced: Number(res.req.headers['content-length'] ?? 0),
      bytes: 0,
      take: (bytes) => this.#take(body, bytes, res),
    };
    return body;
  }

  /** The product's backend works for all teams, so only the process bounds it. */
  override fullPart(holder: Holder, more?: number): ReturnType<HeldBytes['fullPart']> {
    return holder.team === SERVICE ? undefined : super.fullPart(holder, more);
  }

  #take(body: Counted, bytes: number, res: ServerResponse): void {
    if (res.closed || !this.#makeRoomAmongOwn(body, bytes) || !this.#makeRoom(body, bytes)) {
      this.#forget(body);
      throw refusal();
    }
    if (body.bytes === 0) {
      this.#open.add(body);
      res.once('close', () => this.#forget(body));
    }
    this.hold(body.holder, bytes);
    body.bytes += bytes;
  }

  /** False if the person or the team is full, and has no larger incomplete body. */
  #makeRoomAmongOwn(body: Counted, bytes: number): boolean {
    const { holder } = body;
    for (let part = this.fullPart(holder, bytes); part; part = this.fullPart(holder, bytes)) {
      const own = [...this.#open].filter((other) => other.refuse && isOf(other, holder, part));
      const largest = own.reduce((one, other) => (other.bytes > one.bytes ? other : one), body);
      if (largest.bytes <= Math.max(body.announced, body.bytes + bytes)) return false;
      this.#refuse(largest);
    }
    return true;
  }

  /** False if the process is full, and nobody holds more than this holder would. */
  #makeRoom({ holder }: Counted, bytes: number): boolean {
    while (this.all + bytes > OF_PROCESS) {
      const most = this.#mostHeld();
      if (!most || this.#heldInAll(most) <= this.#heldInAll(holder) + bytes) return false;
      for (const body of this.#open) {
        if (isOf(body, most, 'person') && isOf(body, most, 'team')) this.#refuse(body);
      }
    }
    return true;
  }

  /** Who holds the most, of those who have an incomplete body. */
  #mostHeld(): Holder | undefined {
    let most: Holder | undefined;
    for (const { holder, bytes, refuse } of this.#open) {
      if (!refuse || bytes === 0) continue;
      if (!most || this.#heldInAll(holder) > this.#heldInAll(most)) most = holder;
    }
    return most;
  }

  /** How much the person holds, or the team if no person is known. */
  #heldInAll(holder: Holder): number {
    return this.heldBy(holder, holder.person === undefined ? 'team' : 'person');
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

const isOf = (body: Counted, holder: Holder, part: keyof Holder) =>
  body.holder[part] === holder[part];

function readAhead({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return READ_AHEAD;
  return Math.min(Number(headers['content-length'] ?? 0), READ_AHEAD);
}

function refusal(): ApiError {
  const cause = new Overload('unused_bodies', 'too many bytes of bodies wait for their rest');
  return new ApiError('unavailable', { cause });
}
