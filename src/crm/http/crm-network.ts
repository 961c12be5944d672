import { getCACertificates } from 'node:tls';
import { Agent, type Dispatcher } from 'undici';
import { Connector } from '../../egress/connector.ts';
import type { UrlCheck, UrlGuard } from '../../egress/url-guard.ts';
import type { Outgoing } from '../../shared/outgoing.ts';
import type { CrmConfigs } from '../crm-config.ts';
import { CrmFailure } from '../crm-failure.ts';
import { operatorsOrigins } from './crm-hosts.ts';

const CONNECT_MS = 10_000;
/** After a minute a name is looked up again, in case it has moved. */
const KEPT_MS = 60_000;

type NetworkOptions = {
  outgoing: Outgoing;
  guard: UrlGuard;
  crm: CrmConfigs;
  /** Certificates that the operator trusts, beside the public ones. */
  ca?: string | undefined;
  /** True for a server that this installation itself runs: the demo team's CRM. */
  isOwn?: (origin: string) => boolean;
};

/**
 * The connections to CRMs. The guard of webhooks checks each host and each address, because people and providers name
 * them. It does not check servers that the operator has set: they may be in the operator's own network.
 */
export class CrmNetwork {
  readonly #outgoing: Outgoing;
  readonly #guard: UrlGuard;
  readonly #guarded: Agent;
  readonly #operators: Agent;
  readonly #operatorsOrigins: ReadonlySet<string>;
  readonly #isOwn: (origin: string) => boolean;

  constructor({ outgoing, guard, crm, ca, isOwn = () => false }: NetworkOptions) {
    this.#outgoing = outgoing;
    this.#guard = guard;
    this.#isOwn = isOwn;
    this.#operatorsOrigins = operatorsOrigins(crm);
    const connector = new Connector({ guard, ca });
    const options = { allowH2: false, keepAliveMaxTimeout: KEPT_MS };
    this.#guarded = new Agent({
      ...options,
      connect: ({ host = '' }, callback) => {
        this.#connect(connector, `https://${host}/`).then(
          (socket) => callback(null, socket),
          (error: Error) => callback(error, null),
        );
      },
    });
    this.#operators = new Agent({
      ...options,
      connect: {
        timeout: CONNECT_MS,
        ...(ca ? { ca: [...getCACertificates('default'), ca] } : {}),
      },
    });
  }

  /** Checks the host before each request, also on an open connection, because the host's name may have moved (D152). */
  async dispatcherFor(url: URL, signal: AbortSignal): Promise<Dispatcher> {
    this.#outgoing.requireOpen();
    const isOpen = this.#operatorsOrigins.has(url.origin) || this.#isOwn(url.origin);
    if (isOpen) return this.#operators;
    allowedTarget(await this.#guard.check(url.href, { signal }));
    return this.#guarded;
  }

  async close(): Promise<void> {
    await Promise.all([this.#guarded.destroy(), this.#operators.destroy()]);
  }

  async #connect(connector: Connector, origin: string) {
    const signal = AbortSignal.timeout(CONNECT_MS);
    const target = allowedTarget(await this.#guard.check(origin, { signal }));
    return await connector.connect(target, signal);
  }
}

function allowedTarget(check: UrlCheck) {
  if ('target' in check) return check.target;
  const { reason } = check.refusal;
  // A name server that does not answer is a fault that passes. A refused host is not.
  throw new CrmFailure(reason === 'dns_error' ? 'unavailable' : 'contract', { code: reason });
}
