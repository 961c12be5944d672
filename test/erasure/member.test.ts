import { beforeAll, describe, expect, test } from 'vitest';
import { type Browser, codeOf, makeSession } from '../harness/app.ts';
import { auditOf } from '../harness/rows.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { waitingJobs } from '../worker/harness/queue.ts';
import { allRows, rowsWith } from './harness/all-rows.ts';
import { runErasures } from './harness/erase.ts';
import { type Planted, plantPerson } from './harness/planted-person.ts';

const api = useApi();
let world: World;
let owner: Browser;
let person: Planted;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api());
  await makeWorld(api());
  owner = await makeSession(world.team, world.team.owner);
  person = await plantPerson(world);
});

const erase = (member_id: string) => owner.app.members.erase.mutate({ member_id });

/** Tables with counts that processes write some time after the requests. */
const countedLater = new Set(['request_day', 'api_key_use']);

/** The rows without a word or an id of the person. They must not change. */
async function rowsOfOthers(): Promise<string[]> {
  const own = [...person.words, person.memberId, person.userId].map((word) => word.toLowerCase());
  const rows = [...(await allRows(api().sql))].flatMap(([table, texts]) =>
    countedLater.has(table) ? [] : texts.map((text) => `${table}: ${text}`),
  );
  return rows.filter((row) => !own.some((word) => row.toLowerCase().includes(word)));
}

describe('a person who was planted in every free text', () => {
  const tables = (rows: string[]) => [...new Set(rows.map((row) => row.split(': ')[0]))].toSorted();

  test('is found in every table that can hold such a text', async () => {
    const found = await rowsWith(api().sql, person.words);
    expect(tables(found)).toEqual([
      'api_key',
      'assignment',
      'audit_entry',
      'command_line_token',
      'crm_connection',
      'crm_deal',
      'crm_objection',
      'crm_owner',
      'evaluation',
      'graphile_worker._private_jobs',
      'mail',
      'member',
      'member_name',
      'one_time_link',
      'person',
      'saved_view',
      'security_log',
      'session',
      'team_case',
      'team_catalog_entry',
      'training',
      'webhook_attempt',
      'webhook_endpoint',
      'webhook_event',
    ]);
  });

  test('cannot be erased while a member, or without the right, the team or a fresh proof', async () => {
    expect(await codeOf(erase(person.memberId))).toBe('conflict');
    expect((await world.team.request('DELETE', `/users/${person.memberId}`)).status).toBe(200);
    const admin = await makeSession(world.team, world.admin);
    const erasing = { member_id: person.memberId };
    expect(await codeOf(admin.app.members.erase.mutate(erasing))).toBe('forbidden');
    const stale = await makeSession(world.team, world.team.owner, { provedAt: null });
    expect(await codeOf(stale.app.members.erase.mutate(erasing))).toBe('fresh_proof_required');
    const other = await makeTeam(api());
    const stranger = await makeSession(other, other.owner);
    expect(await codeOf(stranger.app.members.erase.mutate(erasing))).toBe('not_found');
  });

  test('is found nowhere after the erasure, and rows of others have not changed', async () => {
    const [removed] = (await owner.app.members.former.query({})).data;
    expect(removed).toMatchObject({ id: person.memberId, name: person.name, erased: null });
    const others = await rowsOfOthers();
    const counts = await countsOf();
    const requested = await erase(person.memberId);
    expect(requested.finished_at).toBeNull();
    // There is one job, however often the owner asks.
    expect(await erase(person.memberId)).toEqual(requested);
    const jobs = await waitingJobs(api().sql);
    expect(jobs.filter(({ task }) => task === 'member.erase')).toHaveLength(1);
    await runErasures(api());

    expect(await rowsWith(api().sql, person.words)).toEqual([]);
    const left = new Set(await rowsOfOthers());
    expect(others.filter((row) => !left.has(row))).toEqual([]);
    expect(await countsOf()).toEqual(counts);
    const [entry] = (await owner.app.members.former.query({})).data;
    expect(entry).toEqual({
      id: person.memberId,
      user_id: person.userId,
      name: null,
      email: null,
      removed_at: expect.any(String),
      erased: { asked_at: requested.asked_at, finished_at: expect.any(String) },
    });
  });

  test('keeps ids and scores: sums stay right, and REST still answers', async () => {
    const { team } = world;
    const { rows } = await api().sql.query(
      'select total, tips, goal from evaluation where training_id = $1',
      [person.training],
    );
    expect(rows).toEqual([{ total: 30, tips: [], goal: null }]);
    const owners = await api().sql.query('select * from crm_owner where tenant_id = $1', [
      team.tenantId,
    ]);
    expect(owners.rows).toEqual([
      expect.objectContaining({
        external_id: '7',
        name: null,
        email: null,
        user_id: null,
        is_erased: true,
      }),
    ]);
    expect((await team.request('GET', `/users/${person.memberId}`)).status).toBe(404);
    const { status, body } = await team.request('GET', `/assignments/${person.assignment}`);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        status: 'revoked',
        title: null,
        note: null,
        member_email: null,
        member_user_id: person.userId,
      }),
    ]);
    for (const path of ['/users', '/assignments', '/cases', '/analytics/team', '/trainings']) {
      expect([path, (await team.request('GET', path)).status]).toEqual([path, 200]);
    }
    const entries = (await owner.app.auditLog.list.query({ actor: person.memberId })).data;
    expect(entries.length).toBeGreaterThan(2);
    expect(new Set(entries.map(({ ip }) => ip))).toEqual(new Set([null]));
    expect(JSON.stringify(entries.map(({ actor, target }) => [actor, target]))).not.toContain(
      'erased.invalid',
    );
  });

  test('is gone from the stored response of a repeated invitation, which still acts once', async () => {
    const { status, headers, body } = await person.inviteAgain();
    expect([status, headers['idempotency-replayed']]).toEqual([201, 'true']);
    expect(body).toMatchObject({ id: person.memberId, email: 'erased@erased.invalid' });
  });

  test('has no account any more, and a body with the name is still valid JSON', async () => {
    expect(await codeOf(person.browser.app.account.profile.query({}))).toBe('not_signed_in');
    const { rows } = await api().sql.query(
      `select body::json -> 'data' ->> 'reason' as reason from webhook_event
       where body like '%Refused for%'`,
    );
    expect(rows).toEqual([{ reason: 'Refused for erased@erased.invalid' }]);
  });

  test('whose address was erased cannot be invited with that address, which would stop each later erasure', async () => {
    const invite = (email: string) => world.team.request('POST', '/users', { body: { email } });
    for (const email of ['erased@erased.invalid', 'Erased@ERASED.invalid ']) {
      expect((await invite(email)).body).toMatchObject({ code: 'validation_error' });
    }
  });

  test('is audited once, however often the owner asks', async () => {
    const again = await erase(person.memberId);
    expect(again.finished_at).not.toBeNull();
    const actions = (await auditOf(world.team, person.memberId)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'member.erased')).toHaveLength(1);
    const waiting = await waitingJobs(api().sql);
    expect(waiting.filter(({ task }) => task === 'member.erase')).toEqual([]);
  });
});

/** The counts that the audit log and metrics show. */
async function countsOf() {
  const { rows } = await api().sql.query(
    `select (select count(*) from member) as members, (select count(*) from training) as trainings,
       (select sum(total) from evaluation) as points, (select count(*) from assignment) as assignments,
       (select count(*) from team_case where visibility = 'team') as cases,
       (select count(*) from audit_entry where action <> 'member.erased') as entries`,
  );
  return rows;
}
