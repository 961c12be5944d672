import { expect, onTestFinished, test } from 'vitest';
import { TestApi } from '../harness/api.ts';
import { makeSession } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';

const POST = { body: { email: 'new@example.com' } };

/** Runs statements of the superuser, whatever the database refuses to the API. */
async function asOperator(api: TestApi, ...statements: string[]): Promise<void> {
  const client = await api.sql.connect();
  try {
    await client.query('set default_transaction_read_only = off');
    for (const statement of statements) await client.query(statement);
  } finally {
    client.release(true);
  }
}

const refusals = {
  read_only: {
    begin: (name: string) => [
      `alter database ${name} set default_transaction_read_only = on`,
      `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = '${name}' and pid <> pg_backend_pid()`,
    ],
    end: (name: string) => [
      `alter database ${name} reset default_transaction_read_only`,
      `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = '${name}' and pid <> pg_backend_pid()`,
    ],
  },
  // As after a crash, which empties the unlogged table of the windows: the table must grow, and cannot.
  disk_full: {
    begin: () => [
      `create function disk_is_full() returns trigger language plpgsql as $$
         begin raise 'could not extend file' using errcode = 'disk_full'; end $$`,
      'truncate rate_window',
      'create trigger disk_is_full before insert on rate_window execute function disk_is_full()',
    ],
    end: () => ['drop trigger disk_is_full on rate_window'],
  },
};

test.each(['read_only', 'disk_full'] as const)(
  'while the database cannot be written (%s), keys and sessions read, and each process counts the limits',
  async (reason) => {
    const api = await TestApi.start({ tickMs: 10 });
    onTestFinished(() => api.stop());
    api.clock.elapsesMs = 1;
    const team = await makeTeam(api);
    const { key: second } = await team.createKey();
    const { app } = await makeSession(team, team.owner);
    const me = (key = team.key) => api.request('GET', '/me', { key });
    expect((await me()).status).toBe(200);

    await asOperator(api, ...refusals[reason].begin(api.database.name));
    // Connections that were ended are opened anew.
    await expect.poll(async () => (await me(second)).status).toBe(200);
    const first = await me();
    expect(first.status).toBe(200);
    const left = Number(first.headers['ratelimit-remaining']);
    expect(Number((await me()).headers['ratelimit-remaining'])).toBe(left - 1);
    let last = first;
    for (let n = 0; n <= left; n += 1) last = await me();
    expect([last.status, last.body]).toMatchObject([429, { code: 'rate_limited' }]);
    expect((await me(second)).status).toBe(200);
    expect((await me(`${second.slice(0, -1)}_`)).status).toBe(401);
    api.clock.travel(120_000);
    expect((await app.session.current.query({}))?.team?.id).toBe(team.tenantId);
    if (reason === 'read_only') {
      const refused = await api.request('POST', '/users', { key: second, ...POST });
      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    }

    await asOperator(api, ...refusals[reason].end(api.database.name));
    api.clock.travel(60_000);
    api.clock.elapsesMs = 1_000;
    const charged = () => api.sql.query('select from rate_window').then(({ rowCount }) => rowCount);
    await expect
      .poll(async () => [(await me()).status, await charged()])
      .toEqual([200, expect.toSatisfy((rows) => rows > 0)]);
  },
);
