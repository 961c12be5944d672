import { once } from 'node:events';
import { request } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import { Counter } from 'prom-client';
import { AttemptFailure } from './attempt-error.ts';

const reasons = ['unreachable', 'refused'] as const;
const failures = new Counter({
  name: 'egress_proxy_failures_total',
  help: 'Connections that EGRESS_PROXY_URL did not make (unreachable: it gave no answer; refused: it answered 4xx)',
  labelNames: ['reason'],
});
for (const reason of reasons) failures.inc({ reason }, 0);

/**
 * The proxy through which requests to customers' servers leave the operator's network (EGRESS_PROXY_URL). It
 * gets addresses that the guard has checked, and never a name: it could resolve the name to another address.
 */
export class EgressProxy {
  readonly #host: string;
  readonly #port: number;
  readonly #headers: Record<string, string>;

  constructor(url: string) {
    const { hostname, port, username, password } = new URL(url);
    this.#host = hostname.replace(/^\[|\]$/g, '');
    this.#port = Number(port || 80);
    const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.#headers = username
      ? { 'Proxy-Authorization': `Basic ${Buffer.from(pair).toString('base64')}` }
      : {};
  }

  /** Opens a tunnel to an address (HTTP CONNECT). Nothing is encrypted yet. */
  async connect(address: string, port: number, signal: AbortSignal): Promise<Socket> {
    const authority = `${isIPv6(address) ? `[${address}]` : address}:${port}`;
    const asking = request({
      host: this.#host,
      port: this.#port,
      method: 'CONNECT',
      path: authority,
      headers: { ...this.#headers, Host: authority },
      agent: false,
      signal,
    });
    // A request that is aborted reports it once more, when nobody waits for it any longer.
    asking.on('error', () => undefined);
    const answered = once(asking, 'connect', { signal });
    asking.end();
    const [{ statusCode = 0 }, socket] = (await answered.catch(() => {
      // A deadline that has passed says nothing about the proxy: the address may not answer.
      if (!signal.aborted) failures.inc({ reason: 'unreachable' });
      throw new AttemptFailure('connect_refused');
    })) as [{ statusCode?: number }, Socket];
    // TLS reports the errors of a connection above.
    socket.on('error', () => undefined).setNoDelay(true);
    if (statusCode >= 200 && statusCode <= 299) return socket;
    socket.destroy();
    // With 5xx the proxy says that it could not reach the address.
    if (statusCode < 500) failures.inc({ reason: 'refused' });
    throw new AttemptFailure('connect_refused');
  }
}
