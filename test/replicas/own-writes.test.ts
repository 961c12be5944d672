import { expect, test } from 'vitest';
import { makeTeam, type TestTeam } from '../harness/team.ts';
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

/**
 * A request that a replica answers. On a busy machine a replica may be out of rotation for a moment, or may
 * not have replayed yet what other tests have written.
 */
async function fromReplica(team: TestTeam, path: string): Promise<unknown> {
  let body: unknown;
  await until('an answer of a replica', async () => {
    const before = counts(replicated()).ofReplicas;
    const answer = await team.request('GET', path);
    expect(answer.status).toBe(200);
    body = answer.body;
    return counts(replicated()).ofReplicas > before;
  });
  return body;
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

  expect(await fromReplica(writer, '/assignments')).toMatchObject({ data: [] });
  await fromReplica(neighbour, '/users');

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
    const written = counts(replicated());
    const { body: listed } = await writer.request('GET', '/assignments');
    expect(listed).toMatchObject({ data: [{ title: body.title }] });
    const paused = counts(replicated());
    expect(paused.ofReplicas).toBe(written.ofReplicas);

    // Those who have written nothing go on to read from the replicas.
    await fromReplica(neighbour, '/users');
    await fromReplica(neighbour, '/users');
  } finally {
    await resume();
  }

  await caughtUp();
  expect(await fromReplica(writer, '/assignments')).toMatchObject({ data: [{}] });
});
