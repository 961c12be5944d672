import { expect, test } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { acrossTeams } from '../../src/db/transaction.ts';
import { globalCatalog } from '../../src/features/catalog/global-catalog.ts';
import { installCatalog } from '../../src/features/catalog/install-catalog.ts';
import { createLogger } from '../../src/shared/log.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { globalIds, makeGlobalCatalog } from '../harness/world.ts';
import { caughtUp, counts, onServer, useReplicas } from './harness/use-replicas.ts';

const replicated = useReplicas();

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

test('while replay is paused, a team reads its own write at once, and another team reads from a replica', async () => {
  const { api } = replicated();
  await makeGlobalCatalog(api);
  const writer = await makeTeam(api);
  const neighbour = await makeTeam(api);
  const member = await writer.addMember();
  await neighbour.request('GET', '/users');
  await caughtUp(replicated());

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

    // Teams that have written nothing still read from the replicas.
    await fromReplica(neighbour, '/users');
    await fromReplica(neighbour, '/users');
  } finally {
    await resume();
  }

  await caughtUp(replicated());
  expect(await fromReplica(writer, '/assignments')).toMatchObject({ data: [{}] });
});

test('a change of the catalog that all teams share sends every team to the primary until it is replayed', async () => {
  const { cluster } = replicated();
  const team = await makeTeam(replicated().api);
  await caughtUp(replicated());
  await fromReplica(team, '/catalog');
  const log = createLogger('silent');
  const ofCommand = createPool(cluster.url(0), { max: 1, name: 'team-api command', log });
  await pause();
  try {
    await acrossTeams(ofCommand, installCatalog);
    const before = counts(replicated());
    const { body } = await team.request('GET', '/catalog');
    expect(JSON.stringify(body)).toContain(globalCatalog[0]?.id);
    expect(counts(replicated()).ofReplicas).toBe(before.ofReplicas);
  } finally {
    await resume();
    await ofCommand.end();
  }
  await caughtUp(replicated());
  expect(JSON.stringify(await fromReplica(team, '/catalog'))).toContain(globalCatalog[0]?.id);
});

test('a replica that lags is not asked while another one keeps up', async () => {
  const { cluster, api } = replicated();
  const [lagging = ''] = cluster.replicaUrls;
  const quiet = await makeTeam(api);
  await caughtUp(replicated());
  await onServer(lagging, 'select pg_wal_replay_pause()');
  try {
    await makeTeam(api);
    await until('the other replica to answer alone', async () => {
      const before = counts(replicated()).replicas;
      for (let n = 0; n < 6; n += 1) await quiet.request('GET', '/users');
      const after = counts(replicated()).replicas;
      return after[0] === before[0] && after[1] === (before[1] ?? 0) + 6;
    });
  } finally {
    await onServer(lagging, 'select pg_wal_replay_resume()');
  }
  const { replicas } = counts(replicated());
  await until('both to answer again', async () => {
    await quiet.request('GET', '/users');
    return counts(replicated()).replicas.every((n, index) => n > (replicas[index] ?? 0));
  });
});
