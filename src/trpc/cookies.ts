import { tokenPattern } from '../auth/token.ts';
import type { BrowserSecrets } from '../operation/call.ts';

/**
 * Browsers accept a cookie with the prefix `__Host-` only over TLS and for this host. So no other
 * page can set it.
 */
const SESSION = '__Host-sid';
const DEVICE = '__Host-device';
/** WebAuthn calls the registration and the use of a passkey a ceremony. */
const CEREMONY = '__Host-ceremony';
const SESSION_SECONDS = 30 * 24 * 3600;
const DEVICE_SECONDS = 365 * 24 * 3600;
const CEREMONY_SECONDS = 5 * 60;

/** The cookies of the request, and those that the answer sets. */
export class Cookies implements BrowserSecrets {
  #session: string | undefined;
  readonly device: string | undefined;
  #ceremony: string | undefined;
  readonly #lines = new Map<string, string>();

  constructor(header: string | undefined) {
    this.#session = onlyValue(header, SESSION);
    this.device = onlyValue(header, DEVICE);
    this.#ceremony = onlyValue(header, CEREMONY);
  }

  /** The session as the browser will have it after the answer. */
  get session(): string | undefined {
    return this.#session;
  }

  /** The ceremony's mark that the browser will have after the answer. */
  get ceremony(): string | undefined {
    return this.#ceremony;
  }

  keepSession(token: string | null): void {
    this.#session = token ?? undefined;
    this.#keep(SESSION, token ?? '', token === null ? 0 : SESSION_SECONDS);
  }

  keepDevice(token: string): void {
    this.#keep(DEVICE, token, DEVICE_SECONDS);
  }

  keepCeremony(token: string | null): void {
    this.#ceremony = token ?? undefined;
    this.#keep(CEREMONY, token ?? '', token === null ? 0 : CEREMONY_SECONDS);
  }

  /** The values of `Set-Cookie`. */
  lines(): string[] {
    return [...this.#lines.values()];
  }

  #keep(name: string, value: string, seconds: number): void {
    const attributes = `Max-Age=${seconds}; Path=/; Secure; HttpOnly; SameSite=Lax`;
    this.#lines.set(name, `${name}=${value}; ${attributes}`);
  }
}

function onlyValue(header: string | undefined, name: string): string | undefined {
  const values = pairs(header).filter(([found]) => found === name);
  const [[, value = ''] = []] = values;
  // If a name comes twice, an attacker may have planted one of the cookies.
  return values.length === 1 && tokenPattern.test(value) ? value : undefined;
}

function pairs(header: string | undefined): [string, string][] {
  return (header ?? '').split(';').map((pair) => {
    const index = pair.indexOf('=');
    return [pair.slice(0, Math.max(0, index)).trim(), pair.slice(index + 1).trim()];
  });
}
