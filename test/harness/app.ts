import { createTRPCClient, httpBatchLink, type TRPCClient, TRPCClientError } from '@trpc/client';
import { COMMAND_LINE_MS, newCommandLineToken } from '../../src/auth/command-line-token.ts';
import { Passwords } from '../../src/auth/passwords.ts';
import { hashToken, newToken } from '../../src/auth/token.ts';
import { newId } from '../../src/db/ids.ts';
import type { AppRouter } from '../../src/features/router.ts';
import type { ErrorData } from '../../src/operation/error-shape.ts';
import type { TestApi } from './api.ts';
import { checkAppAnswer } from './app-answers.ts';
import type { MemberOptions, Person, TestTeam } from './team.ts';

export const PASSWORD = 'correct horse battery';
/** The origin of the app's pages: the default of PUBLIC_URL. */
export const ORIGIN = 'http://localhost:3000';

let hash: Promise<string> | undefined;

type Headers = Record<string, string>;

/** A browser with a page of the app: it keeps cookies, sends its origin, and calls `/trpc`. */
export class Browser {
  readonly api: TestApi;
  readonly cookies = new Map<string, string>();
  /** Headers that are added to those of a page. A header with an empty value is not sent. */
  headers: Headers = {};
  /** Calls made at the same moment are sent as one request. */
  readonly app: TRPCClient<AppRouter>;

  constructor(api: TestApi) {
    this.api = api;
    this.app = createTRPCClient<AppRouter>({
      links: [
        httpBatchLink({
          url: this.url(''),
          fetch: (url, init) => this.fetch(String(url), init as RequestInit),
        }),
      ],
    });
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.api.port}/trpc/${path}`;
  }

  /** Sends a request. Does not compare the answer with its schema, because that takes long for a large one. */
  send(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { origin: ORIGIN, cookie, ...(init.headers as Headers), ...this.headers };
    const sent = Object.entries(headers).filter(([, value]) => value !== '');
    return fetch(url, { ...init, headers: Object.fromEntries(sent) });
  }

  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const response = await this.send(url, init);
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    checkAppAnswer(url, response.headers, await response.clone().text());
    return response;
  }

  /** Calls a procedure by its name. Tests that are generated from the router use it. */
  async call(path: string, type: string, input: unknown): Promise<unknown> {
    const text = JSON.stringify(input);
    const response =
      type === 'query'
        ? await this.fetch(`${this.url(path)}?input=${encodeURIComponent(text)}`)
        : await this.post(path, text);
    return response.json();
  }

  post(path: string, body: string, headers: Headers = {}): Promise<Response> {
    const all = { 'content-type': 'application/json', ...headers };
    return this.fetch(this.url(path), { method: 'POST', headers: all, body });
  }

  get session(): string | undefined {
    return this.cookies.get('__Host-sid');
  }

  set session(token: string) {
    this.cookies.set('__Host-sid', token);
  }

  /** Another browser with the same token, as after a theft. */
  stolen(): Browser {
    const attacker = new Browser(this.api);
    attacker.session = this.session ?? '';
    return attacker;
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (line.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** The product's own backend. It sends its token, but no cookies and no headers of a page. */
export function serviceOf(api: TestApi, token: string): Browser {
  const backend = new Browser(api);
  backend.headers = { origin: '', authorization: `Bearer ${token}` };
  return backend;
}

/** A command line. It sends its token and its release, and nothing that only browsers send. */
export function commandLineOf(api: TestApi, token?: string): Browser {
  const terminal = new Browser(api);
  const sent: Headers = { origin: '', 'svc-command-line': '1.1.0' };
  terminal.headers = token === undefined ? sent : { ...sent, authorization: `Bearer ${token}` };
  return terminal;
}

/** Logs a person in on a command line, and returns the token. */
export async function makeCommandLine(
  { api, tenantId }: TestTeam,
  { userId }: Pick<Person, 'userId'>,
  machine = 'laptop',
): Promise<{ id: string; token: string; terminal: Browser }> {
  const now = api.clock.now();
  const token = newCommandLineToken();
  const id = newId('cll', now);
  await api.sql.query(
    `insert into command_line_token (id, tenant_id, person_id, token_hash, machine, system, ip,
       created_at, last_used_at, expires_at)
     values ($1, $2, $3, $4, $7, 'Linux', '203.0.113.9', $5, $5, $6)`,
    [
      id,
      tenantId,
      userId,
      hashToken(token),
      now,
      new Date(now.getTime() + COMMAND_LINE_MS),
      machine,
    ],
  );
  return { id, token, terminal: commandLineOf(api, token) };
}

/** Gives a person the password of all tests, unless the person has one. */
export async function givePassword(api: TestApi, { userId }: Person): Promise<void> {
  hash ??= new Passwords().hash(PASSWORD, { queue: 'signed_in', name: 'test' });
  await api.sql.query(`update person set password_hash = $2, name = 'A person' where id = $1`, [
    userId,
    await hash,
  ]);
}

/** A member who can sign in. */
export async function makePerson(team: TestTeam, options: MemberOptions = {}): Promise<Person> {
  const person = await team.addMember(options);
  await givePassword(team.api, person);
  return person;
}

/** Signs a person in with the password. */
export async function signIn(api: TestApi, { email }: Pick<Person, 'email'>): Promise<Browser> {
  const browser = new Browser(api);
  await browser.app.session.signIn.mutate({ email, password: PASSWORD });
  return browser;
}

type SessionOptions = { tenantId?: string | null; provedAt?: Date | null; expiresAt?: Date };

/** A browser with a session. It skips the password, because the hash of a password takes time. */
export async function makeSession(
  { api, tenantId }: TestTeam,
  { userId }: Pick<Person, 'userId'>,
  options: SessionOptions = {},
): Promise<Browser> {
  const now = api.clock.now();
  const token = newToken();
  const {
    provedAt = now,
    tenantId: active = tenantId,
    expiresAt = new Date(now.getTime() + 86_400_000),
  } = options;
  await api.sql.query(
    `insert into session (id, person_id, token_hash, active_tenant_id, created_at, last_seen_at,
       expires_at, proved_at)
     values ($1, $2, $3, $4, $5, $5, $6, $7)`,
    [newId('ses', now), userId, hashToken(token), active, now, expiresAt, provedAt],
  );
  const browser = new Browser(api);
  browser.session = token;
  return browser;
}

/** The code of a refused call. `ok` if the call is not refused. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'ok';
  } catch (error) {
    if (!(error instanceof TRPCClientError) || !error.data) throw error;
    return String(error.data.code);
  }
}

/** The error of a refused call. */
export async function errorOf(call: Promise<unknown>): Promise<ErrorData> {
  try {
    await call;
  } catch (error) {
    if (error instanceof TRPCClientError && error.data) return error.data as ErrorData;
    throw error;
  }
  throw new Error('The call was not refused');
}

/** Changes a role as a page does: with the version of the member that it has read. */
export async function changeRole({ app }: Browser, member_id: string, role: 'admin' | 'member') {
  const { version } = await app.members.get.query({ member_id });
  return app.members.changeRole.mutate({ member_id, version, role });
}
