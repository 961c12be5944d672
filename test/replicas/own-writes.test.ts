import { expect, test } from 'vitest';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { globalIds, makeGlobalCatalog } from '../harness/world.ts';
import { counts, onServer, useReplicas } from './harness/use-replicas.ts';

const replicated = useReplicas();

/** Both replicas have replayed all that the primary has written. */
async function caughtUp(): Promise<void> {
  const { cluster } = replicated();
  const [row] = await onServer(cluster.url(0), 'select pg_current_wal_lsn()::text as at');
  for (const url of cluster.replicaUrls) {
    await until('the replica to have replayed', async () => {
      const text = `select pg_last_wal_replay_lsn() >= '${String(row?.at)}' as done`;
      return (await onServer(url, text))[0]?.done;
    });
  }
}

async function onEachReplica(text: string): Promise<void> {
  for (const url of replicated().cluster.replicaUrls) await onServer(url, text);
}

const pause = () => onEachReplica('select pg_wal_replay_pause()');
const resume = () => onEachReplica('select pg_wal_replay_resume()');

test('a team reads its own write at once while replay is paused, and its neighbour reads from a replica', async () => {
  const { api } = replicated();
  await makeGlobalCatalog(api);
  const writer = await makeTeam(api);
  const neighbour = await makeTeam(api);
  const member = await writer.addMember();
  await neighbour.request('GET', '/users');
  await caughtUp();

  const before = counts(replicated());
  expect((await writer.request('GET', '/assignments')).body).toMatchObject({ data: [] });
  expect((await neighbour.request('GET', '/users')).status).toBe(200);
  const quiet = counts(replicated());
  expect(quiet.ofReplicas).toBe(before.ofReplicas + 2);
  expect(quiet.primary).toEqual(before.primary);

  await pause();
  try {
    const {
      situation: situation_id,
      personality: personality_id,
      industry: industry_id,
    } = globalIds;
    const combination = { situation_id, personality_id, industry_id };
    const title = 'Written while replay is paused';
    const body = { member_id: member.memberId, title, ...combination };
    expect((await writer.request('POST', '/assignments', { body })).status).toBe(201);
    const { body: listed } = await writer.request('GET', '/assignments');
    expect(listed).toMatchObject({ data: [{ title: body.title }] });
    const paused = counts(replicated());
    expect(paused.primary.behind).toBe((quiet.primary.behind ?? 0) + 1);
    expect(paused.ofReplicas).toBe(quiet.ofReplicas);

    expect((await neighbour.request('GET', '/users')).status).toBe(200);
    expect((await neighbour.request('GET', '/users')).status).toBe(200);
    expect(counts(replicated()).ofReplicas).toBe(paused.ofReplicas + 2);
  } finally {
    await resume();
  }

  await caughtUp();
  const resumed = counts(replicated());
  expect((await writer.request('GET', '/assignments')).body).toMatchObject({ data: [{}] });
  expect(counts(replicated()).ofReplicas).toBe(resumed.ofReplicas + 1);
});
