import { beforeAll, describe, expect, test } from 'vitest';
import type { PrivacyPreview } from '../../src/features/team/privacy.schema.ts';
import { raiseEvent } from '../../src/features/webhooks/raise-event.ts';
import { routes } from '../../src/rest/routes.ts';
import { type Browser, codeOf, makeSession } from '../harness/app.ts';
import { forgetRaised } from '../harness/raised.ts';
import {
  auditOf,
  insertDeal,
  insertDelivery,
  insertScoredTraining,
  triedOnce,
} from '../harness/rows.ts';
import { useApi } from '../harness/use-api.ts';
import { validRequest, withBody } from '../harness/valid-requests.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import {
  allTypes,
  bodiesOf,
  happens,
  type Type,
  worldWith,
} from '../webhooks/harness/event-causes.ts';

const api = useApi();
let world: World;
let owner: Browser;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api(), { seats: 1_000 });
  // The smallest number of members of whom analytics tell each one (D139).
  for (let i = 0; i < 5; i++) {
    const { memberId } = await world.team.addMember();
    await insertScoredTraining(world.team, { member_id: memberId });
  }
  await insertDeal(world.team);
  owner = await makeSession(world.team, world.team.owner);
});

type Effect = PrivacyPreview['hides'][number];
type Switches = { member_detail_enabled?: boolean; leaderboard_enabled?: boolean };

const off: Switches[] = [
  { member_detail_enabled: false },
  { leaderboard_enabled: false },
  { member_detail_enabled: false, leaderboard_enabled: false },
];

async function turned<T>(switches: Switches, work: () => Promise<T>): Promise<T> {
  await owner.app.team.changePrivacy.mutate(switches);
  try {
    return await work();
  } finally {
    const on = { member_detail_enabled: true, leaderboard_enabled: true };
    await owner.app.team.changePrivacy.mutate(on);
  }
}

type Shown = { code?: string; fields: Record<string, unknown> };

/** A request for a page of the feed with one event, about a person and a score. */
async function requestOfEvent() {
  const { cursor } = (await world.team.request('GET', '/events')).body;
  const data = { training_id: world.training, user_id: world.member.userId, score: 62 };
  await world.team.do((call) => raiseEvent(call, 'evaluation.completed', data));
  return { path: `/events?cursor=${cursor}` };
}

/** The newest delivery has sent an event about a person, and each receiver has answered. */
async function answerDeliveries() {
  const { team, endpoint } = world;
  await insertDelivery(team, { endpoint_id: endpoint, ...triedOnce });
  await api().sql.query(
    `update webhook_attempt set response_excerpt = 'Thanks' where tenant_id = $1`,
    [team.tenantId],
  );
}

/** The answer of each REST operation. Of a list, its first entry. Of an event, its data. */
async function answersOverRest(): Promise<Map<string, Shown>> {
  const answers = new Map<string, Shown>();
  for (const route of routes) {
    const isFeed = route.template === '/events';
    const valid = isFeed ? await requestOfEvent() : await validRequest(route, world);
    if (route.template.includes('deliveries')) await answerDeliveries();
    const { body, status } = await world.team.request(route.method, valid.path, withBody(valid));
    const entry: Shown['fields'] = (Array.isArray(body.data) ? body.data[0] : body) ?? {};
    const fields = isFeed ? (entry.data as Shown['fields']) : entry;
    const name = route.meta.openapi?.operationId ?? '';
    answers.set(name, status < 400 ? { fields } : { code: String(body.code), fields: {} });
    await api().sql.query('truncate rate_window');
    // The clock moves, so that the newest row is unambiguous.
    api().clock.travel(1_000);
  }
  return answers;
}

/** What the answers before contain and those after do not. */
function hiddenBetween(before: Map<string, Shown>, after: Map<string, Shown>): string[] {
  return [...before].flatMap(([name, { fields }]) => {
    const now = after.get(name);
    if (now?.code) return [`${name}: ${now.code}`];
    return Object.entries(fields).flatMap(([field, value]) => {
      if (!(now && field in now.fields)) return [`${name}.${field}: absent`];
      const shown = now.fields[field];
      if (shown === null && value !== null) return [`${name}.${field}: null`];
      const emptied = Array.isArray(shown) && shown.length === 0;
      return emptied && JSON.stringify(value) !== '[]' ? [`${name}.${field}: empty`] : [];
    });
  });
}

const inWords = (effects: Effect[]) =>
  effects.flatMap((effect) => {
    if (effect.kind === 'event' || effect.rest === null) return [];
    if (effect.kind === 'refused') return [`${effect.name}: privacy_restricted`];
    // few-members.test.ts tests averages.
    if (effect.hidden === 'few') return [];
    return [`${effect.name}.${effect.field}: ${effect.hidden}`];
  });

const preview = (switches: Switches) => owner.app.team.previewPrivacy.query(switches);

describe('the preview of a switch agrees with what then happens', () => {
  let before: Map<string, Shown>;
  beforeAll(async () => {
    // The first round makes rows that all later rounds then find first.
    await answersOverRest();
    before = await answersOverRest();
  });

  test.each(off)('to the answers of REST: %o', async (switches) => {
    const foreseen = inWords((await preview(switches)).hides);
    expect(foreseen.length).toBeGreaterThan(0);
    const after = await turned(switches, answersOverRest);
    expect(hiddenBetween(before, after).sort()).toEqual(foreseen.sort());
  });

  test('to the bodies of webhooks', async () => {
    const events = await worldWith(api());
    const session = await makeSession(events.team, events.team.owner);
    const foreseen = (
      await session.app.team.previewPrivacy.query({ member_detail_enabled: false })
    ).hides.flatMap((effect) =>
      effect.kind === 'event' ? [`${effect.event}.${effect.field}`] : [],
    );
    const bodies = async (type: Type) => {
      await forgetRaised(events.team);
      // An earlier event has already completed it.
      await api().sql.query(`update assignment set status = 'open' where tenant_id = $1`, [
        events.team.tenantId,
      ]);
      await happens(type, events);
      return (await bodiesOf(events)).find((body) => body.type === type)?.data ?? {};
    };
    const types = allTypes.filter((type) => !type.startsWith('member.'));
    const open = new Map<string, object>();
    for (const type of types) open.set(type, await bodies(type));
    await session.app.team.changePrivacy.mutate({ member_detail_enabled: false });
    const hidden: string[] = [];
    for (const type of types) {
      const left = await bodies(type);
      for (const field of Object.keys(open.get(type) ?? {})) {
        if (!(field in left)) hidden.push(`${type}.${field}`);
      }
    }
    expect(hidden.length).toBeGreaterThan(3);
    expect(hidden.sort()).toEqual(foreseen.filter((name) => !name.startsWith('member.')).sort());
  });
});

test('switching on shows again what switching off hides, and says who gets a mail', async () => {
  const down = await preview({ member_detail_enabled: false });
  expect(down).toMatchObject({ shows: [], tells: 0 });
  await turned({ member_detail_enabled: false }, async () => {
    const up = await preview({ member_detail_enabled: true });
    expect(up.hides).toEqual([]);
    expect(up.shows).toEqual(down.hides);
    const { rows } = await api().sql.query(
      `select id from member where tenant_id = $1 and status = 'active'`,
      [world.team.tenantId],
    );
    expect(up.tells).toBe(rows.length);
  });
  expect(await preview({})).toMatchObject({ hides: [], shows: [], tells: 0 });
});

test('a change of a switch is in the audit log, and setting a switch to its present state is not', async () => {
  const entries = async () =>
    (await auditOf(world.team, world.team.tenantId)).filter(
      ({ action }) => action === 'team.privacy_changed',
    );
  const before = (await entries()).length;
  await owner.app.team.changePrivacy.mutate({ leaderboard_enabled: true });
  expect(await entries()).toHaveLength(before);
  await turned({ leaderboard_enabled: false }, async () => {
    expect(await entries()).toContainEqual({
      action: 'team.privacy_changed',
      changes: { member_detail_enabled: true, leaderboard_enabled: false },
    });
  });
});

test('while member detail stays on, no other switch writes the mail to members', async () => {
  const mailJobs = async () => {
    const { rows } = await api().sql.query(
      `select j.id from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'team.member_detail_on' and j.payload ->> 'tenant' = $1`,
      [world.team.tenantId],
    );
    return rows;
  };
  await api().sql.query('delete from graphile_worker._private_jobs');
  await owner.app.team.changePrivacy.mutate({ leaderboard_enabled: false });
  await owner.app.team.changePrivacy.mutate({ leaderboard_enabled: true });
  expect(await mailJobs()).toEqual([]);
  await owner.app.team.changePrivacy.mutate({ member_detail_enabled: false });
  await owner.app.team.changePrivacy.mutate({ member_detail_enabled: true });
  expect(await mailJobs()).toHaveLength(1);
});

test('a suspended team keeps its switches', async () => {
  await world.team.set({ status: 'suspended' });
  try {
    const change = owner.app.team.changePrivacy.mutate({ member_detail_enabled: false });
    expect(await codeOf(change)).toBe('team_suspended');
    expect(await codeOf(preview({ member_detail_enabled: false }))).toBe('ok');
  } finally {
    await world.team.set({ status: 'active' });
  }
});
