import type { Socket } from 'node:net';
import { getCACertificates } from 'node:tls';
import { Agent, type buildConnector, type Dispatcher } from 'undici';
import { AttemptFailure } from '../../egress/attempt-error.ts';
import { Connector, type ConnectorOptions, connectLocally } from '../../egress/connector.ts';
import type { UrlCheck, UrlGuard } from '../../egress/url-guard.ts';
import type { LocalServer } from '../../shared/process/local-server.ts';
import type { Outgoing } from '../../shared/process/outgoing.ts';
import { PRACTICE_CRM_ORIGIN } from '../../shared/web/practice-origins.ts';
import type { CrmConfigs } from '../crm-config.ts';
import { CrmFailure } from '../crm-failure.ts';
import { operatorsOrigins } from './crm-hosts.ts';

/** What sandboxes for looking around reach at `PRACTICE_CRM_ORIGIN`. */
export type PracticeServer = Pick<LocalServer, 'port' | 'close'>;

const CONNECT_MS = 10_000;
/** After a minute a name is looked up again, in case it has moved. */
const KEPT_MS = 60_000;

type NetworkOptions = ConnectorOptions & {
  outgoing: Outgoing;
  crm: CrmConfigs;
  /** True for a server that this installation itself runs: the demo team's CRM. */
  isOwn?: (origin: string) => boolean;
  /** The practice CRM of this process. Without it, nothing reaches one. */
  practice?: PracticeServer | undefined;
};

/**
 * The connections to CRMs. The guard of webhooks checks each host and each address, because people and providers name
 * them. It does not check servers that the operator has set: they may be in the operator's own network. For the same
 * reason these are reached without the proxy.
 */
export class CrmNetwork {
  readonly #outgoing: Outgoing;
  readonly #guard: UrlGuard;
  readonly #guarded: Agent;
  readonly #operators: Agent;
  readonly #operatorsOrigins: ReadonlySet<string>;
  readonly #isOwn: (origin: string) => boolean;
  readonly #practice: PracticeServer | undefined;
  readonly #local: Agent;

  constructor({ outgoing, guard, crm, isOwn = () => false, practice, ...way }: NetworkOptions) {
    this.#outgoing = outgoing;
    this.#guard = guard;
    this.#isOwn = isOwn;
    this.#practice = practice;
    this.#operatorsOrigins = operatorsOrigins(crm);
    const { ca } = way;
    const connector = new Connector({ guard, ...way });
    const options = { allowH2: false, keepAliveMaxTimeout: KEPT_MS };
    this.#guarded = new Agent({
      ...options,
      connect: ({ host = '' }, callback) =>
        call(callback, this.#connect(connector, `https://${host}/`)),
    });
    this.#local = new Agent({
      ...options,
      connect: (_, callback) => call(callback, connectToPractice(practice)),
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
    // Nobody can enter this origin: only the filling of a sandbox makes an access that leads to it.
    if (this.#practice && url.origin === PRACTICE_CRM_ORIGIN) return this.#local;
    const isOpen = this.#operatorsOrigins.has(url.origin) || this.#isOwn(url.origin);
    if (isOpen) return this.#operators;
    allowedTarget(await this.#guard.check(url.href, { signal }));
    return this.#guarded;
  }

  async close(): Promise<void> {
    const agents = [this.#guarded, this.#operators, this.#local];
    await Promise.all(agents.map((agent) => agent.destroy()));
    await this.#practice?.close();
  }

  async #connect(connector: Connector, origin: string) {
    const signal = AbortSignal.timeout(CONNECT_MS);
    const target = allowedTarget(await this.#guard.check(origin, { signal }));
    return await connector.connect(target, signal);
  }
}

type Callback = Parameters<buildConnector.connector>[1];

function call(callback: Callback, connecting: Promise<Socket>): void {
  connecting.then(
    (socket) => callback(null, socket),
    (error: Error) => callback(error, null),
  );
}

async function connectToPractice(practice: PracticeServer | undefined): Promise<Socket> {
  if (!practice) throw new AttemptFailure('connect_refused');
  return connectLocally(await practice.port(), AbortSignal.timeout(CONNECT_MS));
}

function allowedTarget(check: UrlCheck) {
  if ('target' in check) return check.target;
  const { reason } = check.refusal;
  // A name server that does not answer is a fault that passes. A refused host is not.
  throw new CrmFailure(reason === 'dns_error' ? 'unavailable' : 'contract', { code: reason });
}
