import { beforeAll, expect, test } from 'vitest';
import { findEvents } from '../../src/features/events/find-events.ts';
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

test('from the event on that a page knows, it says what became of each, and looks up no subject', async () => {
  const all = await owner.app.events.find.query({});
  const [newest, second] = all.data;
  const of = async (known = '') => (await owner.app.events.find.query({ known })).data;
  const unnamed = { object_id: null, object: null, person: null, score: null };
  expect(await of(newest?.id)).toEqual(all.data.map((event) => ({ ...event, ...unnamed })));
  // A newer event has its subject.
  expect(await of(second?.id)).toEqual(
    all.data.map((event, index) => (index === 0 ? event : { ...event, ...unnamed })),
  );
  // An event that the list does not have is known to nobody.
  expect(await of('evt_gone')).toEqual(all.data);
  await team.do(async (call) => {
    const prisma = new Proxy(
      {},
      {
        get: () => {
          throw new Error('A name was looked up');
        },
      },
    );
    const looking = { ...call, prisma } as never;
    await expect(findEvents(looking, { limit: 50 })).rejects.toThrow('A name was looked up');
    const found = await findEvents(looking, { limit: 50, known: newest?.id });
    expect(found.data.map(({ id }) => id)).toEqual(all.data.map(({ id }) => id));
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
