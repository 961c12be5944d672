import type { Dispatcher as Undici } from 'undici';
import { LOOPBACK } from '../shared/process/local-server.ts';
import type { Outgoing } from '../shared/process/outgoing.ts';
import { Deadlines } from '../shared/time/deadlines.ts';
import { PRACTICE_ORIGIN } from '../shared/web/practice-origins.ts';
import { note, outgoingTrace, type SpanStart, span } from '../tracing/span.ts';
import { AttemptFailure } from './attempt-error.ts';
import { type Connection, IdleConnections } from './connection.ts';
import { Connector, type ConnectorOptions } from './connector.ts';
import { parseTargetUrl } from './target-url.ts';
import type { Target, UrlCheck, UrlGuard } from './url-guard.ts';
import { webhookHeaders } from './webhook-headers.ts';
import { type ConnectionAfter, type SendResult, WebhookRequest } from './webhook-request.ts';

const post: SpanStart = {
  name: 'POST',
  kind: 'client',
  attributes: { 'http.request.method': 'POST' },
};

type Options = ConnectorOptions & {
  outgoing: Outgoing;
  timeoutMs: number;
  /** The receiver that this process runs for sandboxes and the demo team. */
  practice?: { port(): Promise<number> };
};
type Message = {
  url: string;
  body: Buffer;
  headers: Readonly<Record<string, string>>;
  provenOrigin?: string | null;
};

/**
 * Posts to the servers of customers: only HTTPS to public addresses, without redirects, and through no proxy
 * but that of the operator.
 * The client does not limit its connections; its caller limits the requests.
 */
export class WebhookClient {
  readonly #outgoing: Outgoing;
  readonly #guard: UrlGuard;
  readonly #practice: Options['practice'];
  readonly #connector: Connector;
  readonly #idle = new IdleConnections();
  readonly #running: Deadlines<WebhookRequest>;
  #isClosed = false;

  constructor({ outgoing, timeoutMs, practice, ...options }: Options) {
    this.#outgoing = outgoing;
    this.#guard = options.guard;
    this.#practice = practice;
    this.#connector = new Connector(options);
    this.#running = new Deadlines(timeoutMs, (request) => request.expire());
  }

  /**
   * Sends a message. Every answer and every failure of the receiver is a result. The promise
   * rejects only because of a bug of ours.
   */
  send(message: Message): Promise<SendResult> {
    return span(post, async () => {
      const request = new WebhookRequest(this.#running);
      void this.#send(request, message);
      const result = await request.result;
      note(
        {
          'http.response.status_code': result.code ?? undefined,
          'error.type': result.error ?? undefined,
        },
        result.error !== null,
      );
      return result;
    });
  }

  /** Waits until the running requests end. The time limit bounds this wait. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#idle.destroy();
    await Promise.allSettled([...this.#running].map(({ result }) => result));
  }

  async #send(request: WebhookRequest, message: Message): Promise<void> {
    try {
      this.#outgoing.requireOpen();
      // The guard checks before each attempt, even if a connection is already open (D152).
      const check = this.#localTarget(message) ?? this.#guard.check(message.url, request);
      // Mostly the result is no promise, and awaiting it would cost as much as the check.
      const target = targetOf(check instanceof Promise ? await check : check);
      if (request.isOver) return;
      const options = optionsOf(target.url.path, message);
      const used = this.#idle.take(target.url.origin);
      if (!used) return await this.#sendOnNew(request, target, options);
      request.run(used, options, (after) => {
        this.#keep(used, after);
        // The receiver closed the connection before it read the request, so the request may be sent on a new
        // connection.
        if (after === 'unread') void this.#sendOnNew(request, target, options);
      });
    } catch (error) {
      request.fail(error);
    }
  }

  /**
   * The practice receiver of this process, for the endpoints that were made for it: only a seed marks an endpoint as
   * proven there. The URL chooses only the path. The origin is no HTTPS, so that no other target shares its
   * connections. A public route would need a guard that lets a private PUBLIC_URL pass.
   */
  #localTarget({ url, provenOrigin }: Message): Promise<UrlCheck> | undefined {
    if (!this.#practice || provenOrigin !== PRACTICE_ORIGIN) return undefined;
    const parsed = parseTargetUrl(url);
    if ('refusal' in parsed || parsed.origin !== PRACTICE_ORIGIN) return undefined;
    return this.#practice.port().then((port) => {
      const origin = `http://${LOOPBACK}:${port}`;
      const local = { ...parsed, origin, hostname: LOOPBACK, port };
      return { target: { url: local, addresses: [LOOPBACK], isLocal: true } };
    });
  }

  async #sendOnNew(
    request: WebhookRequest,
    target: Target,
    options: Undici.DispatchOptions,
  ): Promise<void> {
    try {
      const fresh = await this.#connector.open(target, request.signal);
      if (request.isOver) fresh.destroy();
      else request.run(fresh, options, (after) => this.#keep(fresh, after));
    } catch (error) {
      request.fail(error);
    }
  }

  /** Keeps a connection for the next request, or destroys it if it cannot be used again. */
  #keep(connection: Connection, after: ConnectionAfter): void {
    if (after === 'idle' && connection.isUsable && !this.#isClosed) this.#idle.add(connection);
    else connection.destroy();
  }
}

function targetOf(check: UrlCheck): Target {
  if ('target' in check) return check.target;
  const { reason } = check.refusal;
  throw new AttemptFailure(reason === 'dns_error' ? reason : 'target_blocked');
}

function optionsOf(path: string, { body, headers }: Message): Undici.DispatchOptions {
  return {
    method: 'POST',
    path,
    body,
    headers: { ...webhookHeaders, ...headers, ...outgoingTrace() },
  };
}
