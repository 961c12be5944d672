import { randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { teamDelete, teamExport } from '../../src/cli/team-commands.ts';
import { sealAccess } from '../../src/crm/access.ts';
import type { Access } from '../../src/crm/connector.ts';
import { tenantTables } from '../../src/db/tenant-bound.ts';
import { addMember } from '../../src/features/members/add-member.ts';
import { tablesOfTeam } from '../../src/features/team/empty-team.ts';
import { removeTeam } from '../../src/features/team/remove-team.ts';
import { systemSteps } from '../../src/operation/system-call.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { revokeTasks } from '../../src/worker/crm/revoke-tasks.ts';
import { retention } from '../../src/worker/housekeeping/retention.ts';
import { runHousekeeping } from '../../src/worker/housekeeping/start-housekeeping.ts';
import { links } from '../harness/mailed-links.ts';
import { insert, insertEndpoint } from '../harness/rows.ts';
import { freshFile, runCommand } from '../harness/run-command.ts';
import { insertSandbox } from '../harness/sandbox.ts';
import { makeTeam, TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { idOf } from '../request-log/harness/request-log.ts';
import { insertConnection } from '../trpc/harness/crm-inputs.ts';
import { runJobs } from '../worker/harness/queue.ts';
import { allRows, rowsWith } from './harness/all-rows.ts';
import { plantPerson } from './harness/planted-person.ts';

const api = useApi();
const NAME = 'Team under test';
const log = createLogger('silent');
let other: World;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  other = await makeWorld(api());
});

async function endedWorld() {
  const world = await makeWorld(api());
  const person = await plantPerson(world);
  const elsewhere = await world.team.addMember({ email: `both-${person.memberId}@example.com` });
  await other.team.do((call) => addMember(call, { email: elsewhere.email }));
  await requestsAreLogged(world);
  await world.team.set({ status: 'ended' });
  return { world, person, elsewhere, tenantId: world.team.tenantId };
}

/** Waits until the log has the requests. Their counts may be written up to ten seconds later. */
async function requestsAreLogged({ team }: World): Promise<void> {
  const last = await team.request('GET', '/me');
  await until('the lines and counts of all requests', async () => {
    const { rows } = await api().sql.query<{ all: boolean }>(
      `select bool_or(l.request_id::text = $2) and count(*) = (
         select sum(d.ok + d.client_errors + d.refused + d.limited + d.server_errors)
         from request_day d where d.tenant_id = $1) as all
       from request_log_line l where l.tenant_id = $1`,
      [team.tenantId, idOf(last)],
    );
    return rows[0]?.all;
  });
}

const remove = (team: string, name = NAME) => runCommand(api(), teamDelete, { team, name });

async function rowsWithout(tenantId: string, words: string[]): Promise<string[]> {
  const own = [tenantId, ...words].map((word) => word.toLowerCase());
  return [...(await allRows(api().sql))].flatMap(([table, rows]) =>
    rows
      .filter((row) => !own.some((word) => row.toLowerCase().includes(word)))
      .map((row) => `${table}: ${row}`),
  );
}

/** The ids of people who belong to no other team. */
async function peopleOf(tenantId: string): Promise<string[]> {
  const { rows } = await api().sql.query<{ id: string }>(
    `select person_id as id from person_team p where tenant_id = $1 and not exists (
       select from person_team o where o.person_id = p.person_id and o.tenant_id <> $1)`,
    [tenantId],
  );
  return rows.map(({ id }) => id);
}

test('a deletion knows every table of a team', () => {
  const withTheirs = ['webhook_delivery', 'webhook_pending', 'webhook_attempt', 'webhook_retry'];
  const existing = [
    ...tablesOfTeam,
    ...withTheirs,
    'webhook_endpoint',
    'webhook_event',
    'listener_event',
    'kept_event',
  ];
  const views = ['webhook_delivery_state', 'request_log_line'];
  const last = ['tenant', 'person_team', 'erasure', ...views];
  expect([...existing, ...last].toSorted()).toEqual(tenantTables.toSorted());
});

test('only an ended team is deleted, and only by its name', async () => {
  const { tenantId } = await makeTeam(api());
  await expect(remove(tenantId)).rejects.toThrow('The team is active; end it before');
  const team = await makeTeam(api(), { status: 'ended' });
  await expect(remove(team.tenantId, 'Another')).rejects.toThrow('The team has another name.');
  await expect(remove('ten_unknown')).rejects.toThrow('There is no team with this id.');
});

test('of a deleted team only the id stays, in the list of erasures; other teams and their people stay', async () => {
  const { person, elsewhere, tenantId } = await endedWorld();
  const people = await peopleOf(tenantId);
  expect(people).not.toContain(elsewhere.userId);
  const others = await rowsWithout(tenantId, [...person.words, ...people]);
  expect(await remove(tenantId)).toMatchObject({ tenant_id: tenantId, accounts: people.length });

  const left = await rowsWith(api().sql, [tenantId, ...person.words, ...people]);
  const ours = left.filter((row) => !/^(graphile_worker\.|rate_window:)/.test(row));
  expect(ours).toEqual([expect.stringMatching(new RegExp(`^erasure: \\(ers_\\w+,${tenantId},,,`))]);
  const now = new Set(await rowsWithout(tenantId, [...person.words, ...people]));
  expect(others.filter((row) => !now.has(row))).toEqual([]);
  expect((await other.team.request('GET', '/users')).status).toBe(200);
  await expect(remove(tenantId)).rejects.toThrow('There is no team with this id.');
});

test('after a team is deleted, its consents are revoked at their providers', async () => {
  const team = await makeTeam(api(), { status: 'ended' });
  const { crm } = api();
  if (!crm) throw new Error('no CRM');
  const plant = async (kind: 'oauth' | 'token', refresh_token: string) => {
    const id = await insertConnection(team, { access_kind: kind });
    const tokens = { access_token: 'a', refresh_token, expires_at: null, host: null };
    const access: Access =
      kind === 'oauth' ? { kind, tokens } : { kind, entered: { access_token: 'a' }, tokens: null };
    const sealed = sealAccess(
      crm.sealKey,
      { tenantId: team.tenantId, id, provider: 'hubspot' },
      access,
    );
    await api().sql.query('update crm_connection set credentials = $2 where id = $1', [id, sealed]);
  };
  await plant('oauth', 'good-1-refresh');
  await plant('oauth', 'good-2-refresh');
  await plant('token', '');
  const before = crm.revoked.length;
  await remove(team.tenantId);
  expect(crm.revoked).toHaveLength(before);
  await runJobs(api().sql, revokeTasks({ pool: api().pool, crm, log }));
  expect(crm.revoked.slice(before).toSorted()).toEqual(['good-1-refresh', 'good-2-refresh']);
});

test('a deletion that is killed after any step is begun again, and ends the same', async () => {
  const { person, tenantId } = await endedWorld();
  const whole = systemSteps(api().sql, tenantId, api().clock.now());
  let steps = 0;
  for (let most = 3; ; most += 7) {
    let left = most;
    const count = <A extends unknown[], T>(run: (...args: A) => Promise<T>) => {
      return async (...args: A): Promise<T> => {
        if (left-- === 0) throw new Error('killed');
        return run(...args);
      };
    };
    const killed = {
      ...whole,
      inTeam: count(whole.inTeam) as typeof whole.inTeam,
      withPeople: count(whole.withPeople) as typeof whole.withPeople,
    };
    const outcome = await removeTeam(killed).catch((error: Error) => error.message);
    if (outcome !== 'killed') break;
    steps += 1;
  }
  expect(steps).toBeGreaterThan(4);
  const left = await rowsWith(api().sql, [tenantId, ...person.words]);
  expect(left.filter((row) => !/^(graphile_worker\.|rate_window:|erasure:)/.test(row))).toEqual([]);
});

test('a line of the request log that arrives after its team was deleted is removed too', async () => {
  const { person, tenantId } = await endedWorld();
  const lines = `insert into request_log (tenant_id, slot, id, key_id, failed, lines)
    select id, $2, gen_random_uuid(), 'key_late', false, '{}' from unnest($1::text[]) id`;
  const counts = `insert into request_day (tenant_id, day, key_id, ok)
    select id, $2::date, 'key_late', 1 from unnest($1::text[]) id`;
  await remove(tenantId);
  for (const text of [lines, counts]) {
    await api().sql.query(text, [[tenantId, other.team.tenantId], api().clock.now()]);
  }
  const [late] = retention().filter(({ name }) => name === 'late lines of deleted teams');
  await runHousekeeping(
    { pool: api().sql, clock: api().clock, log, links },
    { rules: late ? [late] : [] },
  );
  const left = await rowsWith(api().sql, [tenantId, ...person.words]);
  expect(left.filter((row) => /^request_/.test(row))).toEqual([]);
  const others = await rowsWith(api().sql, [other.team.tenantId]);
  expect(others.filter((row) => /^request_day.*key_late/.test(row))).toHaveLength(1);
});

test('an export has every row of the team and names its sandboxes, has no row of another team, and no secrets', async () => {
  const { world, person, tenantId } = await endedWorld();
  const sandbox = new TestTeam(api(), await insertSandbox(world.team), world.team.owner);
  await insertEndpoint(sandbox);
  const out = await freshFile('team.ndjson');
  const done = await runCommand(api(), teamExport, { team: tenantId, out });
  const lines = (await readFile(out, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(done).toEqual({ tenant_id: tenantId, file: out, rows: lines.length });
  for (const { table, row } of lines) {
    if (table !== 'person' && table !== 'tenant') expect(row.tenant_id).toBe(tenantId);
  }
  const counted = Map.groupBy(lines, ({ table }) => table);
  const teams = counted.get('tenant')?.map(({ row }) => [row.id, row.sandbox_of]);
  expect(new Map(teams as [string, string | null][])).toEqual(
    new Map([
      [tenantId, null],
      [sandbox.tenantId, tenantId],
    ]),
  );
  const tables = ['member', 'training', 'evaluation', 'audit_entry', 'webhook_attempt'];
  for (const table of [...tables, 'request_log_line']) {
    const { rows } = await api().sql.query(
      `select count(*)::integer as n from ${table} where tenant_id = $1`,
      [tenantId],
    );
    expect([table, counted.get(table)?.length]).toEqual([table, rows[0].n]);
  }
  // The log's lines are in the export one by one.
  expect(counted.has('request_log')).toBe(false);
  const cases = lines.filter(({ table }) => table === 'team_case');
  expect(new Set(cases.map(({ row }) => row.visibility))).toEqual(new Set(['team']));
  const text = JSON.stringify(lines);
  expect(text).not.toContain(`${person.words[0]}-case`);
  expect(text).toContain(person.words[0]);
  expect(text).not.toMatch(/"(hash|token_hash|secret|password_hash|sealed_link|body":"\\\\x)/);
  expect((await stat(out)).mode & 0o777).toBe(0o600);
});

test('an export has the connections to CRMs, without their credentials', async () => {
  const team = await makeTeam(api(), { status: 'ended' });
  const { crm } = api();
  if (!crm) throw new Error('no CRM');
  const secrets = ['quux-api-token-9876', 'quux-consumer-secret', 'quux-access', 'quux-refresh'];
  const [api_token = '', consumer_secret = '', access_token = '', refresh_token = ''] = secrets;
  const tokens = { access_token, refresh_token, expires_at: null, host: null };
  const input: Access[] = [
    { kind: 'token', entered: { company: 'acme', api_token }, tokens: null },
    { kind: 'token', entered: { my_domain: 'acme', consumer_key: 'k', consumer_secret }, tokens },
    { kind: 'oauth', tokens },
  ];
  const sealed: Buffer[] = [];
  const { tenantId } = team;
  for (const access of input) {
    const id = await insertConnection(team, { access_kind: access.kind });
    const credentials = sealAccess(crm.sealKey, { tenantId, id, provider: 'hubspot' }, access);
    await api().sql.query('update crm_connection set credentials = $2 where id = $1', [
      id,
      credentials,
    ]);
    sealed.push(credentials);
  }
  const hidden = { state_hash: randomBytes(32), verifier: randomBytes(40) };
  const consent = { session_id: 's', person_id: 'p', provider: 'hubspot', ...hidden };
  const created_at = api().clock.now();
  await insert(api(), 'crm_consent', { tenant_id: tenantId, created_at, ...consent });
  const out = await freshFile('team.ndjson');
  await runCommand(api(), teamExport, { team: tenantId, out });
  const text = await readFile(out, 'utf8');
  const rows = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { table: string; row: Record<string, unknown> })
    .filter(({ table }) => table === 'crm_connection' || table === 'crm_consent')
    .map(({ row }) => row);
  expect(rows).toHaveLength(4);
  expect(rows.filter((row) => row.credentials_hint === 'abcd')).toHaveLength(3);
  for (const row of rows) {
    expect(Object.keys(row)).not.toContain('credentials');
    expect(Object.keys(row)).not.toContain('verifier');
  }
  for (const secret of secrets) expect(text).not.toContain(secret);
  for (const bytes of [...sealed, consent.verifier]) {
    for (const coding of ['hex', 'base64'] as const) {
      expect(text).not.toContain(bytes.toString(coding).slice(0, 40));
    }
  }
});

test('an export overwrites no file, and one that ends early leaves no file under the name', async () => {
  const { tenantId } = await makeTeam(api());
  const out = await freshFile('team.ndjson');
  await writeFile(out, 'mine');
  await expect(runCommand(api(), teamExport, { team: tenantId, out })).rejects.toThrow('exists');
  expect(await readFile(out, 'utf8')).toBe('mine');
  const noFolder = `${out}/x`;
  await expect(runCommand(api(), teamExport, { team: tenantId, out: noFolder })).rejects.toThrow();
});
