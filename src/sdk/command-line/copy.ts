import { BASE_PATH } from '../../rest/base-path.ts';
import { release } from '../model/release.ts';
import { ApiError } from '../typescript/core/errors.ts';
import { Changes, type FeedPage } from '../typescript/core/feed.ts';
import type { LogEntry } from '../typescript/core/log.ts';
import type { PostOptions } from '../typescript/core/options.ts';
import type { Call } from '../typescript/core/prepare.ts';
import { Sender } from '../typescript/core/sender.ts';
import { type CopyStep, copy as keepCopy } from '../typescript/sync/copy.ts';
import type { Command, Context, Given } from './command.ts';
import { type Change, CopyFile, tables } from './copy-file.ts';
import { Failure, wrongUse } from './failure.ts';
import type { Terminal } from './terminal.ts';

type Page = FeedPage<Change>;
type Me = { tenant_id: string; scopes: string[] };

const KEY = 'TEAM_API_KEY';
/** The exit code that shells give to a program that Ctrl-C has ended. */
const INTERRUPTED = 130;
/** After this time without an answer, a person should know. */
const AWAY_MS = 10_000;

/** The scope that the list of each type needs. */
export const scopeOf: Readonly<Record<string, string>> = {
  member: 'users:read',
  deal: 'cases:read',
  objection: 'cases:read',
  assignment: 'assignments:read',
  case: 'cases:read',
  training: 'trainings:read',
  evaluation: 'evaluations:read',
};
const allTypes = Object.keys(scopeOf);

export const copy: Command = {
  name: 'copy',
  summary: 'Keep a copy of your team in an SQLite file, and follow what changes',
  options: {
    to: { type: 'string', value: 'FILE', help: 'The SQLite file of the copy' },
    types: {
      type: 'string',
      value: 'LIST',
      help: 'Only these, such as training,evaluation; without it, all that the key may read',
    },
    once: { type: 'boolean', help: 'End when the copy is whole' },
  },
  more: [
    `${KEY} in the environment is the key. It has no option of its own, because others on this machine`,
    'see the options of a program. No login is needed. Wherever the command is stopped, the next one',
    'goes on with the file. Only one at a time may write into a file; other programs may read it meanwhile.',
    `The types are ${allTypes.join(', ')}.`,
  ],
  async run(context, { values }) {
    const { env, server, signal, terminal } = context;
    const file = values.to;
    if (typeof file !== 'string' || file === '') {
      throw wrongUse('copy needs --to with the file.', 'Such as: copy --to copy.sqlite');
    }
    const asked = typesIn(values.types);
    const form = formFor(server, asked ?? allTypes);
    const key = env[KEY]?.trim();
    if (!key) throw wrongUse(`${KEY} is not set: it is the key of your team.`, form);
    if (!/^[!-~]+$/.test(key)) {
      throw wrongUse(`${KEY} is no API key: it begins with svck_live_.`, form);
    }
    const sqlite = await openSqlite();
    const said = { file, isOnce: values.once === true, terminal };
    const ended = new AbortController();
    const either = AbortSignal.any([signal, ended.signal]);
    const send = checkedFetch(server, (failure) => ended.abort(failure));
    const pages = new Pages(senderFor(context, key, send), said);
    let into: CopyFile | undefined;
    try {
      const me = await pages.me(either);
      if (!Array.isArray(me?.scopes)) throw foreign(server, 200);
      const types = asked ?? allTypes.filter((type) => me.scopes.includes(scopeOf[type] ?? ''));
      if (types.length === 0) throw new Failure('The key lacks the scopes of all lists.', form);
      into = new CopyFile(sqlite, { file, server, team: me.tenant_id, types });
      pages.begin(into, types);
      await keepCopy<Change, string>({
        client: { changes: pages },
        types,
        into: pages,
        onClosed: (closed) => pages.close(closed),
        signal: either,
      });
      ended.signal.throwIfAborted();
    } catch (error) {
      throw error instanceof ApiError ? refused(error, server, form) : error;
    } finally {
      into?.close();
    }
    return signal.aborted ? INTERRUPTED : 0;
  },
};

function typesIn(list: Given['values'][string]): string[] | undefined {
  if (typeof list !== 'string') return undefined;
  const types = [...new Set(list.split(',').map((type) => type.trim()))];
  const wrong = types.find((type) => !allTypes.includes(type));
  if (wrong === undefined) return types;
  throw wrongUse(`There is no type "${wrong}".`, `--types takes ${allTypes.join(', ')}.`);
}

function formFor(server: string, types: readonly string[]): string {
  const scopes = [...new Set(types.map((type) => scopeOf[type]))];
  return `Make a key in the app:\n  ${server}/app/api-keys?new=1&scopes=${scopes.join()}`;
}

/** The other commands run on a Node without SQLite too. */
async function openSqlite(): Promise<typeof import('node:sqlite')> {
  const { emitWarning } = process;
  // Node warns that its SQLite is an experiment. A reader of the output can do nothing about it.
  process.emitWarning = (warning, ...more: unknown[]) => {
    if (!/^SQLite/.test(String(warning))) Reflect.apply(emitWarning, process, [warning, ...more]);
  };
  try {
    return await import('node:sqlite');
  } catch {
    throw new Failure(`copy needs Node 22.13 or newer. This is Node ${process.versions.node}.`);
  } finally {
    process.emitWarning = emitWarning;
  }
}

function senderFor({ server, terminal }: Context, key: string, send: typeof fetch): Sender {
  let since: number | undefined;
  let hasSaid = false;
  const log = ({ status, ms, retryIn = 0 }: LogEntry) => {
    if (status !== undefined && status < 500) {
      since = undefined;
      hasSaid = false;
      return;
    }
    since ??= performance.now() - ms;
    if (hasSaid || performance.now() + retryIn - since < AWAY_MS) return;
    hasSaid = true;
    terminal.note(`${server} does not answer. The copy goes on as soon as it does.`);
  };
  const agent = `${release.name}-command-line/${release.version}`;
  const options = { url: server + BASE_PATH, key, log, fetch: send };
  return new Sender(options, { basePath: BASE_PATH, agent, errors: {} });
}

/** Ends the command at what the SDK would try again for ever, though it shows that the address is wrong. */
function checkedFetch(server: string, end: (failure: Failure) => void): typeof fetch {
  return async (...request) => {
    try {
      const response = await fetch(...request);
      const type = response.headers.get('content-type') ?? '';
      if (response.ok && !type.includes('json')) end(foreign(server, response.status));
      return response;
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      if (cause instanceof Error && 'code' in cause && /CERT|SIGNATURE/.test(`${cause.code}`)) {
        end(
          new Failure(
            `The certificate of ${server} does not verify: ${cause.message}.`,
            'The key was not sent. If an authority of your own has signed it, name the file of its certificate in NODE_EXTRA_CA_CERTS.',
          ),
        );
      }
      throw error;
    }
  };
}

/** Says what to do about a refusal that no retry mends. */
function refused({ status, code, requiredScope, message }: ApiError, server: string, form: string) {
  if (status === 401) {
    return new Failure('The key does not work: it was revoked, has expired or is not whole.', form);
  }
  if (requiredScope) return new Failure(`The key lacks the scope ${requiredScope}.`, form);
  if (!code.startsWith('http_')) return new Failure(message);
  return foreign(server, status);
}

function foreign(server: string, status: number): Failure {
  return new Failure(
    `${server} answers with HTTP ${status}, and not as this service does.`,
    'Look at the address: it is what stands before /docs and /app. --server names another one.',
  );
}

type Said = { file: string; isOnce: boolean; terminal: Terminal };

/** The pages that `copy` of the SDK reads, on their way into the file. Says how far they are. */
class Pages extends Changes<Page> {
  readonly #said: Said;
  #into: CopyFile | undefined;
  #types: readonly string[] = [];
  #closed: readonly string[] = [];
  #began = performance.now();
  #saidAt = performance.now();
  #read = 0;
  #left = 0;
  /** A page has had all that there was to read. */
  #isCurrent = false;
  #hasSaid = false;

  constructor(sender: Sender, said: Said) {
    super(sender);
    this.#said = said;
  }

  /** Like the copy itself, this call waits until the service is there. */
  me(signal: AbortSignal): Promise<Me> {
    const patient = { signal, totalTimeout: Infinity, maxRetries: Infinity };
    return this.sendOne({ operation: 'getMe', method: 'GET', path: '/me' }, patient);
  }

  begin(into: CopyFile, types: readonly string[]): void {
    this.#into = into;
    this.#types = types;
    const { file, terminal } = this.#said;
    if (into.formerTypes === undefined) return;
    const now = types.toSorted().join();
    terminal.note(
      `${file} had ${into.formerTypes} until now. It starts again with ${now}; the rows of other types are removed.`,
    );
  }

  load() {
    return this.#into?.load();
  }

  apply(step: CopyStep<Change, string>): void {
    this.#into?.apply(step);
    this.#read += step.changes.length;
    if (this.#isCurrent || performance.now() - this.#saidAt < 1000) return;
    this.#saidAt = performance.now();
    const left = this.#left > 0 ? `, about ${counted(this.#left)} left` : '';
    this.#said.terminal.note(`${counted(this.#read)} objects${left}`);
  }

  override async follow(
    query: Parameters<Changes<Page>['follow']>[0],
    signal: AbortSignal | undefined,
  ) {
    if (this.#isCurrent) {
      this.#sayWhole();
      if (this.#said.isOnce) return undefined;
    }
    try {
      // Nobody waits for news to hear that the copy is whole.
      const wait = this.#isCurrent ? query.wait : Math.min(query.wait, 1);
      const read = await super.follow({ ...query, wait }, signal);
      this.#isCurrent ||= read?.page.has_more === false;
      return read;
    } catch (error) {
      const errors = error instanceof ApiError ? error.errors : [];
      if (errors.some(({ code }) => code === 'cursor_expired')) this.#expire();
      throw error;
    }
  }

  protected override async sendWhole(call: Call, options: PostOptions | undefined) {
    const answer = await super.sendWhole(call, options);
    this.#left = Number(answer.headers.get('changes-remaining'));
    return answer;
  }

  close(types: readonly string[]): void {
    const { file, isOnce, terminal } = this.#said;
    this.#closed = types;
    if (types.length === 0) {
      terminal.note('The team has opened everything again.');
      return;
    }
    const names = types.map((type) => tables[type]).join(', ');
    const closed = `The team has closed ${names} (member_detail_enabled). ${file} keeps what it has of them`;
    if (isOnce && types.length === this.#types.length) throw new Failure(`${closed}.`);
    terminal.note(`${closed}, and goes on when they are open again.`);
  }

  #expire(): void {
    this.#isCurrent = false;
    this.#hasSaid = false;
    this.#began = performance.now();
    this.#read = 0;
    const { file, terminal } = this.#said;
    terminal.note(
      `The cursor has expired, as after a restored backup. Everything is read again; meanwhile ${file} keeps what it has.`,
    );
  }

  #sayWhole(): void {
    if (this.#hasSaid || !this.#into) return;
    this.#hasSaid = true;
    const { file, isOnce, terminal } = this.#said;
    const seconds = Math.round((performance.now() - this.#began) / 1000);
    const but = this.#closed.length > 0 ? ' but for what is closed' : '';
    const more = isOnce ? '' : ' It follows what changes; Ctrl-C ends it.';
    const count = this.#into.count();
    const objects = `${counted(count)} ${count === 1 ? 'object' : 'objects'}`;
    terminal.say(`${file} is whole${but}: ${objects} in ${seconds} s.${more}`);
  }
}

const counted = (count: number) => count.toLocaleString('en');
