import { constants } from 'node:crypto';
import type { LookupFunction, TcpNetConnectOpts } from 'node:net';
import { isIPv6 } from 'node:net';
import {
  type ConnectionOptions,
  connect,
  createSecureContext,
  getCACertificates,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import { plainAddress } from './address.ts';
import { AttemptFailure, connectFailure } from './attempt-error.ts';
import { Connection } from './connection.ts';
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

/** Opens connections to addresses that the guard allows, and to no others (D152). */
export class Connector {
  readonly #guard: UrlGuard;
  readonly #secureContext: SecureContext;
  readonly #sessions = new Map<string, Buffer>();

  constructor({ guard, ca }: { guard: UrlGuard; ca: string | undefined }) {
    this.#guard = guard;
    this.#secureContext = secureContextWith(ca ?? '');
  }

  async open(target: Target, signal: AbortSignal): Promise<Connection> {
    return new Connection(target.url.origin, await this.connect(target, signal));
  }

  /** Opens a socket to an allowed address. Resolves after its handshake. */
  async connect(target: Target, signal: AbortSignal): Promise<TLSSocket> {
    const socket = this.#start(target);
    const destroy = () => socket.destroy();
    signal.addEventListener('abort', destroy, { once: true });
    try {
      await this.#secured(socket);
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      signal.removeEventListener('abort', destroy);
    }
    return socket;
  }

  #start({ url, addresses }: Target): TLSSocket {
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
    };
    const socket = connect(options);
    socket.setNoDelay(true);
    // The session is kept only when the certificate was checked, because a resumed session skips this check.
    socket.once('secureConnect', () => {
      socket.on('session', (fresh) => this.#keepSession(url.origin, fresh));
    });
    return socket;
  }

  /** Checks the address to which the socket is connected, before TLS begins. */
  #secured(socket: TLSSocket): Promise<void> {
    return new Promise((resolve, reject) => {
      let isConnected = false;
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

function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = [4, 6].flatMap((family) =>
    addresses
      .filter((address) => isIPv6(address) === (family === 6))
      .slice(0, MAX_TRIES_PER_FAMILY)
      .map((address) => ({ address, family })),
  );
  return (_, __, callback) => callback(null, found);
}
