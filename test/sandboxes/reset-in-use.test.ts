import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { codeOf, makeSession } from '../harness/app.ts';
import { makeSandbox, stateOf, visit } from '../harness/sandbox.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { startTestWorker } from '../harness/worker.ts';
import { Backend, newSessionId } from '../trainings/harness/intake.ts';
import { SERVICE_TOKEN } from '../trpc/harness/callers.ts';

const api = useApi({ env: { SERVICE_TOKEN } });
let worker: Awaited<ReturnType<typeof startTestWorker>>;

beforeAll(async () => {
  worker = await startTestWorker(api());
});
afterAll(() => worker.stop());

/** Does something again and again until the test is over. */
function keepDoing(work: () => Promise<unknown>): void {
  let isOver = false;
  const looping = (async () => {
    while (!isOver) await work();
  })();
  onTestFinished(async () => {
    isOver = true;
    await looping;
  });
}

async function resetEnds(team: TestTeam, sandbox: TestTeam): Promise<void> {
  const { app } = await makeSession(team, team.owner);
  await app.sandboxes.reset.mutate({ sandbox_id: sandbox.tenantId });
  const isReady = async () => (await stateOf(team, sandbox.tenantId)) === null;
  await until('the sandbox is ready', isReady);
}

// Keys and endpoints stay, so that programs need not be changed.
test('a reset ends although programs continue to read', async () => {
  const team = await makeTeam(api());
  const sandbox = await makeSandbox(team);
  for (let n = 0; n < 4; n += 1) keepDoing(() => sandbox.request('GET', '/me'));
  await resetEnds(team, sandbox);
});

test('a reset ends although programs change the sandbox without a pause', async () => {
  const team = await makeTeam(api());
  const sandbox = await makeSandbox(team);
  const { app } = await visit(sandbox, team.owner);
  keepDoing(() => codeOf(app.tryOut.trigger.mutate({ name: 'member.joined' })));
  await resetEnds(team, sandbox);
});

test('a reset of a busy sandbox does not delay the reset of the sandbox of another team', async () => {
  const team = await makeTeam(api());
  const sandbox = await makeSandbox(team);
  const neighbour = await makeTeam(api());
  const { app } = await visit(sandbox, team.owner);
  keepDoing(() => codeOf(app.tryOut.trigger.mutate({ name: 'member.joined' })));
  const owner = await makeSession(team, team.owner);
  await owner.app.sandboxes.reset.mutate({ sandbox_id: sandbox.tenantId });
  const other = await makeSession(neighbour, neighbour.owner);
  const { id } = await other.app.sandboxes.create.mutate({ name: 'Trial' });
  const isReady = async () => (await stateOf(neighbour, id)) === null;
  await until('the sandbox of the neighbour is ready', isReady);
});

test("a sandbox that is being reset takes in no training of the product's backend", async () => {
  const sandbox = await makeSandbox(await makeTeam(api()));
  const { rows } = await api().sql.query<{ user_id: string }>(
    `select user_id from member where tenant_id = $1 and status = 'active' limit 1`,
    [sandbox.tenantId],
  );
  const backend = new Backend(sandbox);
  const start = () => codeOf(backend.start(newSessionId(), { user_id: rows[0]?.user_id ?? '' }));
  const set = (state: string | null) =>
    api().sql.query('update tenant set sandbox_state = $2 where id = $1', [
      sandbox.tenantId,
      state,
    ]);
  await set('resetting');
  expect(await start()).toBe('unavailable');
  await set(null);
  expect(await start()).toBe('ok');
});
