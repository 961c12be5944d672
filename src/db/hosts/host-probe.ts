import pg from 'pg';
import type { DatabaseAddress } from '../../shared/database-address.ts';
import { connectionName } from '../../shared/own-release.ts';

/** What a host has answered: its timeline if it takes writes, or the reason why it does not. */
export type Standing = { timeline: number } | { unfit: unknown };

/** After this time without an answer, a host counts as lost. */
const LIMIT_MS = 3_000;

/** PostgreSQL begins a new timeline when a replica becomes the primary, so the newest primary has the highest. */
const question = `select pg_is_in_recovery() as "isReplica",
  current_setting('transaction_read_only') = 'on' as "isReadOnly",
  case when pg_is_in_recovery() then null else pg_walfile_name(pg_current_wal_lsn()) end as log`;

/**
 * The question without the position of the log. Some servers that speak the protocol of PostgreSQL do not
 * show their log.
 */
const withoutLog = question.replace(/,\s*case .*/s, ', null as log');

type Answer = { isReplica: boolean; isReadOnly: boolean; log: string | null };

/** Asks one host again and again, over a connection that it keeps. */
export class HostProbe {
  readonly #url: string;
  readonly #wants: DatabaseAddress['wants'];
  #client: pg.Client | undefined;
  #asking: Promise<Standing> | undefined;

  constructor(url: string, wants: DatabaseAddress['wants']) {
    this.#url = url;
    this.#wants = wants;
  }

  get place(): { host: string; port: number } {
    const { host, port } = new pg.Client(this.#url);
    return { host, port };
  }

  ask(): Promise<Standing> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  close(): void {
    const client = this.#client;
    this.#client = undefined;
    void client?.end().catch(() => undefined);
  }

  async #ask(): Promise<Standing> {
    try {
      return this.#judge(await this.#answer());
    } catch (unfit) {
      this.close();
      return { unfit };
    }
  }

  #judge({ isReplica, isReadOnly, log }: Answer): Standing {
    if (this.#wants === 'any') return { timeline: 0 };
    if (isReplica) return { unfit: new ReadOnlyHost('is a replica') };
    if (isReadOnly && this.#wants === 'writable')
      return { unfit: new ReadOnlyHost('is read-only') };
    return { timeline: Number.parseInt(log?.slice(0, 8) || '0', 16) };
  }

  async #answer(): Promise<Answer> {
    const client = await this.#connected();
    const ask = async (text: string) => (await client.query<Answer>(text)).rows[0] as Answer;
    return ask(question).catch((error: unknown) => {
      const isOfStatement = error instanceof pg.DatabaseError && /^(0A|42)/.test(error.code ?? '');
      if (isOfStatement) return ask(withoutLog);
      throw error;
    });
  }

  async #connected(): Promise<pg.Client> {
    if (this.#client) return this.#client;
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: connectionName('host'),
      connectionTimeoutMillis: LIMIT_MS,
      query_timeout: LIMIT_MS,
    });
    // The next question reports the loss of the connection.
    client.on('error', () => this.#client === client && this.close());
    this.#client = client;
    await client.connect();
    return client;
  }
}

/**
 * The error of a host that answers and takes no writes. It has the code of a write that PostgreSQL refuses
 * for this reason.
 */
class ReadOnlyHost extends Error {
  override name = 'ReadOnlyHost';
  readonly code = '25006';
}
