import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TeamSlots } from '../../src/db/team-slots.ts';
import { type Browser, codeOf, makeSession } from '../harness/app.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let left: TestTeam;
let entered: TestTeam;
let person: Person;
let browser: Browser;

/** An admin of the team that the person leaves, and the owner of the one entered. */
beforeEach(async () => {
  left = await makeTeam(api());
  entered = await makeTeam(api());
  person = entered.owner;
  await left.addMember({ role: 'admin', email: person.email });
  browser = await makeSession(left, person);
});

afterEach(() => vi.restoreAllMocks());

/** Makes the work of the former team wait for its turn, until the person has switched. */
async function whileWaiting<T>(ask: () => Promise<T>): Promise<T> {
  const { run } = TeamSlots.prototype;
  const waits = Promise.withResolvers<void>();
  const switched = Promise.withResolvers<void>();
  vi.spyOn(TeamSlots.prototype, 'run').mockImplementation(async function (
    this: TeamSlots,
    tenantId,
    work,
  ) {
    if (tenantId === left.tenantId) {
      waits.resolve();
      await switched.promise;
    }
    return run.call(this, tenantId, work) as never;
  });
  const pending = ask();
  await waits.promise;
  await browser.stolen().app.session.switchTeam.mutate({ tenant_id: entered.tenantId });
  switched.resolve();
  return pending;
}

const count = async (table: string, where: string) => {
  const { rows } = await api().sql.query(
    `select count(*)::integer as n from ${table} where tenant_id = any ($1) and ${where}`,
    [[left.tenantId, entered.tenantId]],
  );
  return rows[0].n;
};

test('a change that waits while its person switches the team is done in neither team', async () => {
  const refused = await whileWaiting(() =>
    codeOf(browser.app.cases.create.mutate({ user_id: person.userId, title: 'Left behind' })),
  );
  expect(refused).toBe('no_team');
  expect(await count('team_case', `title = 'Left behind'`)).toBe(0);
  expect(await count('audit_entry', `action = 'case.created'`)).toBe(0);
});

test('a change with an Idempotency-Key stores no answer for either team', async () => {
  const body = JSON.stringify({ user_id: person.userId, title: 'Left behind' });
  const headers = { 'idempotency-key': 'once' };
  const answer = await whileWaiting(() => browser.post('cases.create', body, headers));
  expect(answer.status).toBe(403);
  expect(await count('idempotency_record', 'true')).toBe(0);
});

test('an export that waits while its person switches the team begins in neither team', async () => {
  const cookie = `__Host-sid=${browser.session}`;
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const url = `http://127.0.0.1:${api().port}/app/export/audit-log.ndjson`;
  const answer = await whileWaiting(() => fetch(url, { headers }));
  const { error } = (await answer.json()) as { error: { data: { code: string } } };
  // The switch has ended the proof, too.
  expect(error.data.code).toBe('fresh_proof_required');
  expect(await count('audit_entry', `action = 'audit_log.exported'`)).toBe(0);
});

test('an export whose person switches the team after its first row has no row of either', async () => {
  const { run } = TeamSlots.prototype;
  vi.spyOn(TeamSlots.prototype, 'run').mockImplementation(async function (
    this: TeamSlots,
    tenantId,
    work,
  ) {
    const done = await run.call(this, tenantId, work);
    if (tenantId === left.tenantId) {
      const { app } = browser.stolen();
      await app.session.switchTeam.mutate({ tenant_id: entered.tenantId });
    }
    return done as never;
  });
  const headers = { cookie: `__Host-sid=${browser.session}`, 'sec-fetch-site': 'same-origin' };
  const url = `http://127.0.0.1:${api().port}/app/export/audit-log.ndjson`;
  const answer = await fetch(url, { headers });
  const { error } = (await answer.json()) as { error: { data: { code: string } } };
  expect([answer.status, error.data.code]).toEqual([403, 'no_team']);
});
