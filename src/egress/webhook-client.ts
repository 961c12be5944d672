import type { Dispatcher } from 'undici';
import { Deadlines } from '../shared/deadlines.ts';
import { AttemptFailure } from './attempt-error.ts';
import type { Connection } from './connection.ts';
import { Connector } from './connector.ts';
import { type End, Exchange, type Outcome } from './exchange.ts';
import { IdleConnections } from './idle-connections.ts';
import type { Target, TargetGuard, Verdict } from './target-guard.ts';

type Options = { guard: TargetGuard; timeoutMs: number; ca?: string | undefined };
type Message = { url: string; body: Buffer; headers: Readonly<Record<string, string>> };

/**
 * Posts to the servers of customers: nothing but HTTPS to public addresses, no redirects, no proxy.
 * It has no limit of connections; who sends bounds what is on the way.
 */
export class WebhookClient {
  readonly #guard: TargetGuard;
  readonly #connector: Connector;
  readonly #idle = new IdleConnections();
  readonly #running: Deadlines<Exchange>;
  #isClosed = false;

  constructor({ guard, timeoutMs, ca }: Options) {
    this.#guard = guard;
    this.#connector = new Connector({ guard, ca });
    this.#running = new Deadlines(timeoutMs, (exchange) => exchange.expire());
  }

  /** Whatever the other side does is an outcome. */
  send(message: Message): Promise<Outcome> {
    const exchange = new Exchange(this.#running);
    void this.#carry(exchange, message);
    return exchange.outcome;
  }

  /** Lets what is on its way come to its end, which the time limit bounds. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#idle.destroy();
    await Promise.allSettled([...this.#running].map(({ outcome }) => outcome));
  }

  async #carry(exchange: Exchange, message: Message): Promise<void> {
    try {
      // D152: before each attempt, also when a connection is already open.
      const verdict = this.#guard.judge(message.url, exchange);
      // Mostly it is there: waiting for it would cost as much as the judgement.
      const target = targetOf(verdict instanceof Promise ? await verdict : verdict);
      if (exchange.isOver) return;
      const request = requestOf(target.url.path, message);
      const used = this.#idle.take(target.url.origin);
      if (!used) return await this.#carryAnew(exchange, target, request);
      exchange.run(used, request, (end) => {
        this.#keep(used, end);
        // The receiver may close just as we write: then nobody has read it, and a new connection is due.
        if (end === 'lost') void this.#carryAnew(exchange, target, request);
      });
    } catch (error) {
      exchange.fail(error);
    }
  }

  async #carryAnew(
    exchange: Exchange,
    target: Target,
    request: Dispatcher.DispatchOptions,
  ): Promise<void> {
    try {
      const fresh = await this.#connector.open(target, exchange.signal);
      if (exchange.isOver) fresh.destroy();
      else exchange.run(fresh, request, (end) => this.#keep(fresh, end));
    } catch (error) {
      exchange.fail(error);
    }
  }

  /** For the next, or for nobody. */
  #keep(connection: Connection, end: End): void {
    if (end === 'idle' && connection.isUsable && !this.#isClosed) this.#idle.add(connection);
    else connection.destroy();
  }
}

function targetOf(verdict: Verdict): Target {
  if ('target' in verdict) return verdict.target;
  const { reason } = verdict.refusal;
  throw new AttemptFailure(reason === 'dns_error' ? reason : 'target_blocked');
}

function requestOf(path: string, { body, headers }: Message): Dispatcher.DispatchOptions {
  return {
    method: 'POST',
    path,
    body,
    headers: {
      'user-agent': 'Team-API-Webhooks/1',
      'content-type': 'application/json',
      'accept-encoding': 'identity',
      ...headers,
    },
  };
}
