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
      ...{ training_id: training, user_id: member.userId, score: 52 },
    });
    await raiseEvent(call, 'crm.sync.failed', {
      ...{ connection_id: connection, provider: 'hubspot', reason: 'auth', ...failure },
    });
  });
  await read(team);
});

async function subjects() {
  const { data } = await owner.app.events.find.query({});
  return Object.fromEntries(
    data.map(({ type, person, object, score, object_id }) => [
      type,
      { person, object, score, object_id },
    ]),
  );
}

test('the list of events says who and what each is about, as the audit log names them', async () => {
  const found = await subjects();
  expect(found).toEqual({
    'member.joined': {
      ...{ person: member.email, object: null, score: null, object_id: member.memberId },
    },
    'evaluation.completed': {
      ...{ person: member.email, object: 'Eigenes', score: 52, object_id: training },
    },
    'crm.sync.failed': {
      ...{ person: null, object: expect.any(String), score: null, object_id: connection },
    },
  });
});

test('while member detail is off, it has only the ids of what is about people', async () => {
  await team.set({ member_detail_enabled: false });
  const found = await subjects();
  const hidden = { person: null, object: null, score: null };
  expect(found['member.joined']).toEqual({ ...hidden, object_id: member.memberId });
  expect(found['evaluation.completed']).toEqual({ ...hidden, object_id: training });
  expect(found['crm.sync.failed']?.object).not.toBeNull();
  await team.set({ member_detail_enabled: true });
});

test('an event about something that was deleted is still listed, with its id', async () => {
  await api().sql.query('delete from training where tenant_id = $1 and id = $2', [
    team.tenantId,
    training,
  ]);
  expect((await subjects())['evaluation.completed']).toEqual({
    ...{ person: null, object: null, score: 52, object_id: training },
  });
});
