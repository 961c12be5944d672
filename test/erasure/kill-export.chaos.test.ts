import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { encryptionKey } from '../harness/api.ts';
import { makeSession } from '../harness/app.ts';
import { freePort } from '../harness/free-port.ts';
import { freshFile } from '../harness/run-command.ts';
import { Spawned } from '../harness/spawned.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackend } from '../harness/waiting.ts';

const api = useApi();
const ROWS = 2_000;

function exportTeam(team: string, out: string): Spawned {
  const env = { DATABASE_URL: api().database.url, ENCRYPTION_KEY: encryptionKey };
  return new Spawned('src/cli.ts', env, ['team', 'export', '--team', team, '--out', out]);
}

test('a killed `team export` leaves no file under the name, and can be repeated', async () => {
  const { tenantId } = await makeTeam(api());
  await api().sql.query(
    `insert into audit_entry (tenant_id, id, actor_kind, actor_id, action, target_id, created_at)
     select $1, 'aud_' || n, 'system', 'system', 'case.changed', 'cas_1', now()
     from generate_series(1, $2::integer) n`,
    [tenantId, ROWS],
  );
  const out = await freshFile('team.ndjson');
  const holder = await api().sql.connect();
  try {
    // The export reads this table after the audit log, and waits here.
    await holder.query('begin');
    await holder.query('lock table request_day in access exclusive mode');
    const killed = exportTeam(tenantId, out);
    await waitingBackend(api().sql, 'request_day');
    await until('its first rows', async () => (await stat(`${out}.part`)).size > ROWS);
    killed.child.kill('SIGKILL');
    expect(await killed.ended).toMatchObject({ signal: 'SIGKILL' });
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  const files = () => readdir(path.dirname(out));
  expect(await files()).toEqual(['team.ndjson.part']);

  const again = exportTeam(tenantId, out);
  const { code } = await again.ended;
  expect([code, again.stderr]).toEqual([0, '']);
  expect(JSON.parse(again.stdout).rows).toBeGreaterThan(ROWS);
  expect(await files()).toEqual(['team.ndjson']);
  const { size, mode } = await stat(out);
  expect([size > ROWS, mode & 0o777]).toEqual([true, 0o600]);
  await until('no connection of the killed one', async () => {
    const { rows } = await api().sql.query(
      `select from pg_stat_activity where datname = current_database() and query like '%rows_of_team%'
       and pid <> pg_backend_pid()`,
    );
    return rows.length === 0;
  });
});

test('if its process is killed, a file of the app ends with a broken connection, so the client knows that it is not whole', async () => {
  const team = await makeTeam(api());
  await api().sql.query(
    `insert into audit_entry (tenant_id, id, actor_kind, actor_id, action, target_id, changes, created_at)
     select $1, 'aud_' || n, 'system', 'system', 'case.changed', 'cas_1',
       json_build_object('title', repeat('x', 5000)), now() from generate_series(1, 6000) n`,
    [team.tenantId],
  );
  // The process uses the database's clock, the test's API a clock of its own.
  const { clock } = api();
  clock.travel(Date.now() - clock.now().getTime());
  const owner = await makeSession(team, team.owner);
  const port = String(await freePort());
  const killed = new Spawned('src/api.ts', {
    DATABASE_URL: api().database.url,
    ENCRYPTION_KEY: encryptionKey,
    PORT: port,
    PUBLIC_URL: 'https://app.example.com',
    NODE_ENV: 'production',
  });
  await killed.says('"ready"');
  const answer = await fetch(`http://127.0.0.1:${port}/app/export/audit-log.ndjson`, {
    headers: { cookie: `__Host-sid=${owner.session}`, 'sec-fetch-site': 'same-origin' },
  });
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, null]);
  const reader = answer.body?.getReader();
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
  killed.child.kill('SIGKILL');
  const readOn = async () => {
    while (!(await reader?.read())?.done);
  };
  await expect(readOn()).rejects.toThrow();
});
