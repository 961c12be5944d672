import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { startTestWorker } from '../harness/worker.ts';

const api = useApi();
let team: TestTeam;
let worker: Awaited<ReturnType<typeof startTestWorker>>;

beforeAll(async () => {
  team = await makeTeam(api());
  worker = await startTestWorker(api());
});
afterAll(() => worker.stop());

test('the owner makes a sandbox, enters it and finds a team at work', async () => {
  const { app } = await makeSession(team, team.owner);
  const { id } = await app.sandboxes.create.mutate({ name: 'Trial' });
  await until('the sandbox is ready', async () => {
    const { data } = await app.sandboxes.list.query({});
    return data.some((one) => one.id === id && one.state === 'ready');
  });
  await app.session.switchTeam.mutate({ tenant_id: id });
  const session = await app.session.current.query({});
  expect(session?.team).toMatchObject({
    id,
    name: 'Trial',
    role: 'owner',
    member_id: team.owner.memberId,
    sandbox_of: { id: team.tenantId, name: 'Team under test' },
  });
  const { data } = await app.members.directory.query({});
  expect(data.map(({ name }) => name)).toContain('Katrin Voss');
  expect((await api().sql.query('select from person')).rowCount).toBe(1);
  expect(await codeOf(app.sandboxes.create.mutate({ name: 'Deeper' }))).toBe('conflict');
});
