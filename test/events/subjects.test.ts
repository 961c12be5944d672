import { beforeAll, expect, test } from 'vitest';
import { raiseEvent } from '../../src/features/webhooks/raise-event.ts';
import { type Browser, makeSession } from '../harness/app.ts';
import { insertConnection, insertScoredTraining, insertTeamCatalogEntry } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';

import { useApi } from '../harness/use-api.ts';
import { read } from './harness/feed.ts';

const api = useApi();
let team: TestTeam;
let owner: Browser;
let member: Person;
let training: string;
let connection: string;

beforeAll(async () => {
  team = await makeTeam(api(), { rateLimit: 10_000 });
  owner = await makeSession(team, team.owner);
  await read(team);
  member = await team.addMember();
  const situation_id = await insertTeamCatalogEntry(team, 'situation');
  training = await insertScoredTraining(team, { member_id: member.memberId, situation_id });
  connection = await insertConnection(team);
  const failure = { consecutive_failures: 1, next_attempt_at: null, sync_run_id: null };
  await team.do(async (call) => {
    await raiseEvent(call, 'evaluation.completed', {
      training_id: training,
      user_id: member.userId,
      score: 52,
    });
    await raiseEvent(call, 'crm.sync.failed', {
      connection_id: connection,
      provider: 'hubspot',
      reason: 'auth',
      ...failure,
    });
  });
  await read(team);
});

/** What each kind of event is about. */
async function subjects() {
  const { data: events } = await owner.app.events.listKept.query({});
  const { data } = await owner.app.events.subjects.query({ event_ids: events.map(({ id }) => id) });
  return Object.fromEntries(
    data.map(({ event_id, ...subject }, n) => {
      expect(event_id).toBe(events[n]?.id);
      return [events[n]?.type, subject];
    }),
  );
}

test('the app says whom and what each event is about, as the audit log names them', async () => {
  const named = () => ({ id: member.memberId, name: member.email });
  expect(await subjects()).toEqual({
    'member.joined': { person: named(), object: null, score: null, object_id: member.memberId },
    'evaluation.completed': { person: named(), object: 'Eigenes', score: 52, object_id: training },
    'crm.sync.failed': {
      person: null,
      object: expect.any(String),
      score: null,
      object_id: connection,
    },
  });
});

test('an event that the team does not have is about nothing', async () => {
  const nothing = { object_id: null, object: null, person: null, score: null };
  const { data: events } = await owner.app.events.listKept.query({});
  const stranger = await makeTeam(api());
  const { app } = await makeSession(stranger, stranger.owner);
  const event_ids = ['evt_gone', ...events.map(({ id }) => id)];
  const { data } = await app.events.subjects.query({ event_ids });
  expect(data).toEqual(event_ids.map((event_id) => ({ event_id, ...nothing })));
});

test('while member detail is off, it says only the ids of what is about people', async () => {
  await team.set({ member_detail_enabled: false });
  const found = await subjects();
  const hidden = { person: null, object: null, score: null };
  expect(found['member.joined']).toEqual({ ...hidden, object_id: member.memberId });
  expect(found['evaluation.completed']).toEqual({ ...hidden, object_id: training });
  expect(found['crm.sync.failed']?.object).not.toBeNull();
  await team.set({ member_detail_enabled: true });
});

test('of an event about something that was deleted, it says the id', async () => {
  await api().sql.query('delete from training where tenant_id = $1 and id = $2', [
    team.tenantId,
    training,
  ]);
  expect((await subjects())['evaluation.completed']).toEqual({
    person: null,
    object: null,
    score: 52,
    object_id: training,
  });
});
