import { constants } from 'node:crypto';
import { once } from 'node:events';
import type { LookupFunction, Socket, TcpNetConnectOpts } from 'node:net';
import { connect as connectPlainly, isIPv6 } from 'node:net';
import {
  type ConnectionOptions,
  connect,
  createSecureContext,
  getCACertificates,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import { LOOPBACK } from '../shared/process/local-server.ts';
import { plainAddress } from './address.ts';
import { AttemptFailure, connectFailure } from './attempt-error.ts';
import { Connection } from './connection.ts';
import { EgressProxy } from './egress-proxy.ts';
import type { Target, UrlGuard } from './url-guard.ts';

const MAX_SESSIONS = 1000;
/** The time to connect to each of several addresses. Node's 250 ms are too short for a far continent. */
const ATTEMPT_MS = 2000;
/** A host name with thousands of addresses would make this service connect to all of them. */
const MAX_TRIES_PER_FAMILY = 4;
/** A session ticket may have 64 kB, and up to a thousand are kept. */
const MAX_SESSION_BYTES = 8192;

const contexts = new Map<string, SecureContext>();

/** Reads the certificate authorities once in a process, because this takes longer than many handshakes. */
function secureContextWith(ca: string): SecureContext {
  const cached = contexts.get(ca);
  if (cached) return cached;
  const authorities = getCACertificates('default');
  const made = createSecureContext({
    ca: ca === '' ? authorities : [...authorities, ca],
    // Without this option a receiver could ask for one handshake after another on the same connection.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  });
  contexts.set(ca, made);
  return made;
}

export type ConnectorOptions = {
  guard: UrlGuard;
  /** Certificates that the operator trusts, beside the public ones. */
  ca?: string | undefined;
  /** EGRESS_PROXY_URL. Without it, connections are made directly. */
  proxyUrl?: string | undefined;
};

/** Opens connections to addresses that the guard allows, and to no others (D152). */
export class Connector {
  readonly #guard: UrlGuard;
  readonly #proxy: EgressProxy | undefined;
  readonly #secureContext: SecureContext;
  readonly #sessions = new Map<string, Buffer>();

  constructor({ guard, ca, proxyUrl }: ConnectorOptions) {
    this.#guard = guard;
    this.#proxy = proxyUrl === undefined ? undefined : new EgressProxy(proxyUrl);
    this.#secureContext = secureContextWith(ca ?? '');
  }

  async open(target: Target, signal: AbortSignal): Promise<Connection> {
    const socket = target.isLocal
      ? await connectLocally(target.url.port, signal)
      : await this.connect(target, signal);
    return new Connection(target.url.origin, socket);
  }

  /** Opens a socket to an allowed address. Resolves after its handshake. */
  async connect(target: Target, signal: AbortSignal): Promise<TLSSocket> {
    const tunnel = this.#proxy && (await throughProxy(this.#proxy, target, signal));
    const socket = this.#start(target, tunnel);
    const destroy = () => socket.destroy();
    signal.addEventListener('abort', destroy, { once: true });
    try {
      await this.#secured(socket, tunnel !== undefined);
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      signal.removeEventListener('abort', destroy);
    }
    return socket;
  }

  #start({ url, addresses }: Target, tunnel: Socket | undefined): TLSSocket {
    const session = this.#sessions.get(url.origin);
    const options: ConnectionOptions & TcpNetConnectOpts = {
      host: url.hostname,
      port: url.port,
      // Node calls this only for names. A host that is an address was checked by itself.
      lookup: lookupOf(addresses),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ATTEMPT_MS,
      ...(url.address ? {} : { servername: url.hostname }),
      ...(session ? { session } : {}),
      secureContext: this.#secureContext,
      // This is the default. It is set, because NODE_TLS_REJECT_UNAUTHORIZED could change the default.
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
      // The name above is still what the certificate must have.
      ...(tunnel ? { socket: tunnel } : {}),
    };
    const socket = connect(options);
    socket.setNoDelay(true);
    // The session is kept only when the certificate was checked, because a resumed session skips this check.
    socket.once('secureConnect', () => {
      socket.on('session', (fresh) => this.#keepSession(url.origin, fresh));
    });
    return socket;
  }

  /**
   * Checks the address to which the socket is connected, before TLS begins. The other side of a tunnel is the
   * proxy, which was told the checked address.
   */
  #secured(socket: TLSSocket, isTunnel: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      let isConnected = isTunnel;
      let isBlocked = false;
      socket.prependOnceListener('connect', () => {
        isConnected = true;
        isBlocked = !this.#guard.allows(plainAddress(socket.remoteAddress ?? ''));
        if (isBlocked) socket.destroy();
      });
      socket.once('secureConnect', () => resolve());
      // The listener stays, because a socket may break between two requests.
      socket.on('error', (error) => reject(connectFailure(error, isConnected)));
      socket.once('close', () =>
        reject(new AttemptFailure(isBlocked ? 'target_blocked' : 'reset')),
      );
    });
  }

  #keepSession(origin: string, session: Buffer): void {
    this.#sessions.delete(origin);
    if (session.length > MAX_SESSION_BYTES) return;
    this.#sessions.set(origin, session);
    for (const oldest of this.#sessions.keys()) {
      if (this.#sessions.size <= MAX_SESSIONS) break;
      this.#sessions.delete(oldest);
    }
  }
}

/** Connects to a server of this process. No check of a URL leads here. */
export async function connectLocally(port: number, signal: AbortSignal): Promise<Socket> {
  const socket = connectPlainly({ host: LOOPBACK, port, signal });
  try {
    await once(socket, 'connect');
  } catch {
    throw new AttemptFailure('connect_refused');
  }
  return socket.on('error', () => undefined).setNoDelay(true);
}

function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = triedOf(addresses);
  return (_, __, callback) => callback(null, found);
}

/** The addresses of a host that are tried, one after the other. */
function triedOf(addresses: readonly string[]) {
  return [4, 6].flatMap((family) =>
    addresses
      .filter((address) => isIPv6(address) === (family === 6))
      .slice(0, MAX_TRIES_PER_FAMILY)
      .map((address) => ({ address, family })),
  );
}

/** Asks the proxy for one address after the other, as Node does without a proxy. */
async function throughProxy(
  proxy: EgressProxy,
  { url, addresses }: Target,
  signal: AbortSignal,
): Promise<Socket> {
  const tried = triedOf(addresses);
  const last = tried.pop();
  for (const { address } of tried) {
    const some = AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS)]);
    const tunnel = await proxy.connect(address, url.port, some).catch(() => undefined);
    if (tunnel) return tunnel;
  }
  return proxy.connect(last?.address ?? '', url.port, signal);
}
