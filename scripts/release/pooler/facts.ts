import pg from 'pg';
import { isUnavailable } from '../../../src/db/database-error.ts';
import { createPool } from '../../../src/db/pool.ts';
import { createLogger } from '../../../src/shared/log.ts';

/** Two ways to the same database: directly, and through the pooler, which has one connection to it. */
export type Ways = { direct: string; pooled: string };

export type Fact = {
  name: string;
  /** Whether it works through a pooler in transaction mode. */
  works: boolean;
  /** The consequence for the product. */
  so: string;
  try: (ways: Ways) => Promise<boolean>;
};

const log = createLogger('silent');
/** A notification that has not arrived after this time will not arrive. */
const LIMIT_MS = 1_000;

async function together<T>(
  urls: string[],
  work: (...clients: pg.Client[]) => Promise<T>,
): Promise<T> {
  const clients = urls.map((url) => new pg.Client(url));
  try {
    for (const client of clients) await client.connect();
    return await work(...clients);
  } finally {
    for (const client of clients) await client.end();
  }
}

export const facts: Fact[] = [
  {
    name: 'named statements, of two clients in turn',
    works: true,
    so: 'each statement is planned once',
    try: ({ pooled }) =>
      together([pooled, pooled], async (one, other) => {
        const text = (n: number) => ({ name: 'same', text: `select ${n} as n`, values: [] });
        for (const [client, n] of [
          [one, 1],
          [other, 2],
          [one, 1],
          [other, 2],
        ] as const) {
          if ((await client?.query(text(n)))?.rows[0].n !== n) return false;
        }
        return true;
      }),
  },
  {
    name: 'the statements of a turn in one write, with settings checked (our pool)',
    works: true,
    so: 'requests go through the pooler',
    try: async ({ pooled }) => {
      const pool = createPool(pooled, { max: 2, name: 'try', log, pooled: true });
      const client = await pool.connect();
      const texts = ['begin', "select set_config('try.is', 'on', true)", 'commit'];
      const answers = await Promise.all(texts.map((text) => client.query(text)));
      client.release();
      await pool.end();
      return answers.length === texts.length;
    },
  },
  {
    name: 'a lock of a transaction (pg_advisory_xact_lock)',
    works: true,
    so: 'operations may take locks',
    try: ({ direct, pooled }) =>
      together([pooled, direct], async (one, other) => {
        await one?.query('begin; select pg_advisory_xact_lock(1)');
        const asked = await other?.query('select pg_try_advisory_xact_lock(1) as taken');
        await one?.query('commit');
        return asked?.rows[0].taken === false;
      }),
  },
  {
    name: 'a lock of a session (pg_advisory_lock)',
    works: false,
    so: 'migrations and workers use DATABASE_SESSION_URL',
    try: ({ pooled }) =>
      together([pooled, pooled], async (one, other) => {
        await one?.query('select pg_advisory_lock(2)');
        const asked = await other?.query('select pg_try_advisory_lock(2) as taken');
        await other?.query('select pg_advisory_unlock_all()');
        return asked?.rows[0].taken === false;
      }),
  },
  {
    name: 'LISTEN',
    works: false,
    so: 'workers use DATABASE_SESSION_URL',
    try: ({ direct, pooled }) =>
      together([pooled, direct], async (one, other) => {
        const notified = new Promise<boolean>((resolve) => {
          one?.on('notification', () => resolve(true));
          setTimeout(() => resolve(false), LIMIT_MS);
        });
        await one?.query('listen try_pooler');
        await other?.query('notify try_pooler');
        return notified;
      }),
  },
  {
    name: 'a setting of a connection (set)',
    works: false,
    so: 'the pooler makes the settings (connect_query)',
    try: ({ pooled }) =>
      together([pooled, pooled], async (one, other) => {
        await one?.query("set work_mem = '7MB'");
        const { rows } = (await other?.query('show work_mem')) ?? { rows: [] };
        await one?.query('reset work_mem');
        return rows[0].work_mem !== '7MB';
      }),
  },
  {
    name: 'a setting of a transaction (set local)',
    works: true,
    so: 'operations may set their own time limits',
    try: ({ pooled }) =>
      together([pooled, pooled], async (one, other) => {
        await one?.query("begin; set local work_mem = '7MB'; commit");
        const { rows } = (await other?.query('show work_mem')) ?? { rows: [] };
        return rows[0].work_mem !== '7MB';
      }),
  },
  {
    name: 'the time limit of statements (statement_timeout of connect_query)',
    works: true,
    so: 'PostgreSQL cancels what takes over 25 s',
    try: ({ pooled }) =>
      together([pooled], async (one) => {
        const { rows } = (await one?.query('show statement_timeout')) ?? { rows: [] };
        return rows[0].statement_timeout === '25s';
      }),
  },
  {
    name: 'a connection that waits too long in the pooler is refused as unavailable',
    works: true,
    so: 'the request gets 503 with Retry-After',
    try: ({ pooled }) =>
      together([pooled, pooled], async (one, other) => {
        other?.on('error', () => undefined);
        await one?.query('begin');
        const refused = await other?.query('select 1').catch((error: unknown) => error);
        await one?.query('commit');
        return isUnavailable(refused);
      }),
  },
];
