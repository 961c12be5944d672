import { beforeAll, expect, test } from 'vitest';
import { erasePerson } from '../../src/features/erasure/erase-person.ts';
import { removeTeam } from '../../src/features/team/remove-team.ts';
import { type StepSizes, systemSteps } from '../../src/operation/system-call.ts';
import { HOUR_MS } from '../../src/shared/time/durations.ts';
import { sealKey } from '../harness/mailed-links.ts';
import { insertOneTimeLink } from '../harness/rows.ts';
import type { TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { rowsWith } from './harness/all-rows.ts';
import { plantPerson } from './harness/planted-person.ts';

const api = useApi();
const COPIES = 2;

beforeAll(() => makeGlobalCatalog(api()));

const stepsOf = ({ team }: World, sizes: StepSizes) =>
  systemSteps(api().sql, team.tenantId, api().clock.now(), { sizes });

/** Makes an assignment with this note. A repeated call with the same number gets its stored response. */
function assign({ team, ...world }: World, note: string, n: number) {
  const { situation: situation_id, personality: personality_id, industry: industry_id } = world;
  const entries = { situation_id, personality_id, industry_id };
  return team.request('POST', '/assignments', {
    body: { member_id: world.member.memberId, ...entries, title: 'Together', note },
    headers: { 'idempotency-key': `${n} of ${team.tenantId}` },
  });
}

/** Inserts more rows of each kind than a step handles. */
async function severalOfEach() {
  const world = await makeWorld(api());
  const { team } = world;
  const person = await plantPerson(world);
  for (let n = 0; n <= COPIES; n++) {
    await insertOneTimeLink(api(), {
      tenant_id: team.tenantId,
      purpose: 'invitation',
      member_id: person.memberId,
      email: person.email,
      used_at: api().clock.now(),
    });
    await assign(world, `${n}: ${person.name}`, n);
  }
  await multiply(team, COPIES);
  await team.request('DELETE', `/users/${person.memberId}`);
  return { world, person };
}

test.each([1, 2])(
  'an erasure in steps of %i leaves no row at the border of two steps',
  async (size) => {
    const { world, person } = await severalOfEach();
    const sizes = { rows: size, replies: size, people: size, forms: size };
    await erasePerson(stepsOf(world, sizes), person.memberId, sealKey);
    expect(await rowsWith(api().sql, person.words)).toEqual([]);
    const { rows } = await api().sql.query(
      `select count(*)::integer as entries, count(ip)::integer as addresses from audit_entry
     where tenant_id = $1 and actor_id = $2`,
      [world.team.tenantId, person.memberId],
    );
    expect(rows).toEqual([{ entries: expect.any(Number), addresses: 0 }]);
    expect(rows[0].entries).toBeGreaterThan(COPIES);
    for (let n = 0; n <= COPIES; n++) {
      const { headers, body } = await assign(world, `${n}: ${person.name}`, n);
      expect([headers['idempotency-replayed'], body.note]).toEqual(['true', `${n}: [erased]`]);
    }
  },
);

test('an erasure that runs a second time keeps the time at which the first finished', async () => {
  const world = await makeWorld(api());
  const person = await plantPerson(world);
  await world.team.request('DELETE', `/users/${person.memberId}`);
  const finishedAt = async () => {
    const { rows } = await api().sql.query('select finished_at from erasure where member_id = $1', [
      person.memberId,
    ]);
    return rows.map(({ finished_at }) => finished_at);
  };
  const sizes = { rows: 100, replies: 100, people: 100, forms: 100 };
  await erasePerson(stepsOf(world, sizes), person.memberId, sealKey);
  const first = await finishedAt();
  expect(first).toEqual([expect.any(Date)]);
  api().clock.travel(HOUR_MS);
  await erasePerson(stepsOf(world, sizes), person.memberId, sealKey);
  expect(await finishedAt()).toEqual(first);
});

test('removing a team in steps of one row and one person has the same result as usual', async () => {
  const { world, person } = await severalOfEach();
  const { tenantId } = world.team;
  const { rows: people } = await api().sql.query(
    'select person_id as id from person_team where tenant_id = $1',
    [tenantId],
  );
  expect(people.length).toBeGreaterThan(2);
  const sizes = { rows: 3, replies: 1, people: 1, forms: 1 };
  const { accounts } = await removeTeam(stepsOf(world, sizes));
  expect(accounts).toBe(people.length);
  const words = [tenantId, ...person.words, ...people.map(({ id }) => id)];
  const left = await rowsWith(api().sql, words);
  const ours = left.filter((row) => !/^(graphile_worker\.|rate_window:|request_)/.test(row));
  expect(ours).toEqual([expect.stringMatching(/^erasure: /)]);
});

/** The columns that identify a row. Tables that others refer to come first. */
const keys: Record<string, readonly string[]> = {
  api_key: ['id', 'prefix'],
  assignment: ['id'],
  audit_entry: ['id'],
  crm_deal: ['id', 'external_id'],
  crm_objection: ['id'],
  mail: ['id', 'cause'],
  team_case: ['id'],
  team_catalog_entry: ['id'],
  training: ['id'],
  evaluation: ['training_id'],
  training_intake: ['session_id'],
  webhook_endpoint: ['id'],
  webhook_event: ['id'],
  kept_event: ['event_id'],
  webhook_delivery: ['id', 'event_id'],
  webhook_attempt: ['delivery_id'],
};

/** Copies all rows of a team with content, so that an erasure needs several steps for each table. */
async function multiply({ api, tenantId }: TestTeam, copies: number): Promise<void> {
  for (const [table, columns] of Object.entries(keys)) {
    await api.sql.query(
      `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(x) || (
         select jsonb_object_agg(c, (to_jsonb(x) ->> c) || '~' || copy.no) from unnest($2::text[]) c))).*
       from ${table} x, generate_series(1, $3::integer) copy (no) where x.tenant_id = $1`,
      [tenantId, columns, copies],
    );
  }
}
