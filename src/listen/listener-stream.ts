import type { ServerResponse } from 'node:http';
import { Privacy } from '../auth/privacy.ts';
import { webhookHeaders } from '../egress/webhook-headers.ts';
import { shownBody } from '../features/webhooks/shown-body.ts';
import { eventHeaders, type SigningKeys, signingKeysOf } from '../features/webhooks/signature.ts';
import type { Holder } from '../shared/load/held-bytes.ts';
import type { UnreadAnswers } from '../shared/load/unread-answers.ts';
import type { Asking, ClaimedEvent } from './claim-events.ts';
import type { OpenListener } from './open-listener.ts';

/** Why a stream ends, for the command line. */
export type EndReason =
  /** The token is no longer valid, or the person may no longer listen. */
  | 'token'
  /** The listener has ended, or another connection has replaced this one. */
  | 'replaced'
  /** This process stops. Another one takes the next connection. */
  | 'stopping'
  /** The database cannot be reached. */
  | 'unavailable';

/** A connection is closed if its reader takes no byte for this long. */
const NO_PROGRESS_MS = 30_000;

type Parts = {
  res: ServerResponse;
  opened: OpenListener;
  token: string;
  keepAliveMs: number;
  unread: UnreadAnswers;
  reader: Holder;
};

/** One connection of a command line: lines of JSON, until either side ends it. */
export class ListenerStream {
  readonly token: string;
  readonly tenantId: string;
  readonly #asking: Asking;
  readonly #res: ServerResponse;
  readonly #keys: SigningKeys;
  readonly #keepAliveMs: number;
  readonly #release: (bytes: number) => void;
  readonly #hold: (bytes: number) => void;
  #waiting = false;
  #held = 0;
  #stalled: NodeJS.Timeout | undefined;
  #lineAt = performance.now();
  /** What the person may see. It is read with the token. */
  privacy = Privacy.hidesAll;
  /** When the token was last read. */
  checkedAt = performance.now();

  constructor({ res, opened, token, keepAliveMs, unread, reader }: Parts) {
    this.#res = res;
    this.token = token;
    this.tenantId = opened.tenantId;
    this.#asking = { id: opened.id, connectionNo: opened.connectionNo };
    this.#keys = signingKeysOf(opened.secret);
    this.#keepAliveMs = keepAliveMs;
    this.#hold = (bytes) => unread.hold(reader, bytes);
    this.#release = (bytes) => unread.release(reader, bytes);
    res.on('drain', () => this.#drained());
    res.once('close', () => this.#drained());
    const { id: listener, secret, team, events, isResumed: resumed, missed } = opened;
    this.#write({ type: 'listening', listener, secret, team, events, resumed, missed });
  }

  get asking(): Asking {
    return this.#asking;
  }

  get isOpen(): boolean {
    return !this.#res.writableEnded && !this.#res.destroyed;
  }

  /** False while bytes wait for the reader: then no event is read for this connection. */
  get hasRoom(): boolean {
    return this.isOpen && !this.#waiting;
  }

  get needsKeepAlive(): boolean {
    return this.hasRoom && performance.now() - this.#lineAt >= this.#keepAliveMs;
  }

  keepAlive(): void {
    this.#write({ type: 'alive' });
  }

  /** Sends an event with the headers and the body that a delivery would have now. */
  send({ eventId, type, body: raised, createdAt, again, claimedAtMs }: ClaimedEvent): void {
    const { body } = shownBody(this.privacy, raised);
    const unixSeconds = Math.floor(claimedAtMs / 1000);
    const signed = eventHeaders(this.#keys, { eventId, body: Buffer.from(body), unixSeconds });
    this.#write({
      type: 'event',
      id: eventId,
      event: type,
      created_at: createdAt.toISOString(),
      ...(again && { again }),
      headers: { ...webhookHeaders, ...signed },
      body,
    });
  }

  /** Ends the answer with its reason, and does not wait until the reader has taken all bytes. */
  end(reason: EndReason): void {
    if (!this.isOpen) return;
    if (this.#waiting) this.#res.destroy();
    else this.#res.end(`${JSON.stringify({ type: 'end', reason })}\n`);
  }

  #write(line: object): void {
    if (!this.isOpen) return;
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    this.#lineAt = performance.now();
    if (this.#res.write(bytes)) return;
    this.#held += bytes.length;
    this.#hold(bytes.length);
    this.#waiting = true;
    this.#stalled ??= setTimeout(() => this.#res.destroy(), NO_PROGRESS_MS);
  }

  #drained(): void {
    clearTimeout(this.#stalled);
    this.#stalled = undefined;
    this.#waiting = false;
    this.#release(this.#held);
    this.#held = 0;
  }
}
