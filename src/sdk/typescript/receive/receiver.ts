import type { WebhookHeaders } from './read-signature.ts';
import {
  type RawBody,
  secretsIn,
  type UnwrapOptions,
  unwrap,
  type WebhookSecrets,
} from './unwrap.ts';
import { WebhookError } from './webhook-error.ts';

/** Keeps the ids of handled events, for at least 60 days. A `Set` is enough to try it. */
export type EventStore = {
  has(id: string): boolean | PromiseLike<boolean>;
  add(id: string): unknown;
};

export type ReceiverOptions = UnwrapOptions & {
  /** With a store, the receiver answers an event that was handled before, and does not handle it again. */
  store?: EventStore | undefined;
  /** Called with the reason for each refused request, so that you can log it. */
  onRefused?: ((error: WebhookError) => unknown) | undefined;
};

/** The secrets, or a function that finds them in the context of the framework, such as `env`. */
export type SecretsFrom<C> =
  | WebhookSecrets
  | ((context: C) => WebhookSecrets | PromiseLike<WebhookSecrets>);

/** Handles an event. If this function fails, the service sends the event again later. */
export type HandleEvent<E, C> = (event: E, context: C) => unknown;

export type Reply = { status: number; headers: Record<string, string>; text: string };

/** A request of any framework. */
export type Incoming<C> = {
  method: string;
  headers: WebhookHeaders;
  body: () => RawBody | Promise<RawBody>;
  context: C;
};

/** The service ends an attempt after ten seconds and sends the event again after a minute. */
const ALONE_MS = 55_000;

const statuses: Partial<Record<WebhookError['code'], number>> = {
  // This is a fault of this program, not of the request.
  body_parsed: 500,
  too_large: 413,
};

/** The common part of the receivers of all frameworks. */
export class Receiver<E extends { id: string }, C> {
  readonly #secrets: SecretsFrom<C>;
  readonly #handle: HandleEvent<E, C>;
  readonly #options: ReceiverOptions;
  /** The events that are being handled now, and when the handling began. */
  readonly #running = new Map<string, number>();

  constructor(secrets: SecretsFrom<C>, handle: HandleEvent<E, C>, options: ReceiverOptions = {}) {
    // A program without a secret must not start.
    if (typeof secrets !== 'function') secretsIn(secrets);
    this.#secrets = secrets;
    this.#handle = handle;
    this.#options = options;
  }

  /** Throws the error of `handle`, so that the framework can log it and answer 500. */
  async receive({ method, headers, body, context }: Incoming<C>): Promise<Reply> {
    if (method !== 'POST') return reply(405, 'events come by POST', { Allow: 'POST' });
    const secrets = this.#secrets;
    const given = typeof secrets === 'function' ? await secrets(context) : secrets;
    let event: E;
    try {
      event = await unwrap<E>(await body(), headers, given, this.#options);
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error;
      await this.#tell(error);
      return reply(statuses[error.code] ?? 400, error.message);
    }
    return this.#receiveOnce(event, context);
  }

  /** Calls `onRefused`. If this function fails, the answer stays the same. */
  async #tell(error: WebhookError): Promise<void> {
    try {
      await this.#options.onRefused?.(error);
    } catch {
      // The error is dropped, because the answer contains the reason too.
    }
  }

  /**
   * Stores the id after the event is handled. In the other order, a crash between the two steps would
   * lose the event.
   */
  async #receiveOnce(event: E, context: C): Promise<Reply> {
    const { store } = this.#options;
    const { id } = event;
    if (!store) {
      await this.#handle(event, context);
      return reply(200, 'handled');
    }
    const since = this.#running.get(id);
    if (since !== undefined && performance.now() - since < ALONE_MS) {
      return reply(503, 'the same event is being handled');
    }
    this.#running.set(id, performance.now());
    try {
      if (await store.has(id)) return reply(200, 'handled before');
      await this.#handle(event, context);
      await store.add(id);
    } finally {
      this.#running.delete(id);
    }
    return reply(200, 'handled');
  }
}

function reply(status: number, text: string, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers }, text };
}
