import { beforeAll, expect, test } from 'vitest';
import { Hook, openReceiver, useWorker } from '../delivery/harness/hook.ts';
import { makeSession } from '../harness/app.ts';
import { useApi } from '../harness/use-api.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { Sandbox } from '../try-out/harness/sandbox.ts';
import { useMachine } from './harness/command-line.ts';

const api = useApi({ env: loopbackReceivers });
useWorker(api);
const machine = useMachine(api);
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await Sandbox.make(api(), { rateLimit: 1_000_000 });
  await logIn(sandbox.team.tenantId);
});

async function logIn(tenant_id: string): Promise<void> {
  const login = machine().start(['login']);
  const code = await login.says(/[34679CDFGHJKMNPQRTVWXY]{4}-[34679CDFGHJKMNPQRTVWXY]{4}/);
  const { parent, team } = sandbox;
  const visited = tenant_id === team.tenantId ? team : parent;
  const { app } = await makeSession(visited, parent.owner);
  await app.commandLine.confirmLogin.mutate({ code, tenant_id });
  expect((await login.ended).code).toBe(0);
}

test('without a name, trigger lists what can happen', async () => {
  const { code, stdout } = await machine().run(['trigger']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ {2}training\.completed {2,}A training ends$/m);
  for (const name of ['training.ended', 'toString']) {
    const wrong = await machine().run(['trigger', name]);
    expect([wrong.code, wrong.stdout]).toEqual([2, '']);
    expect(wrong.stderr).toContain(`Nothing is called ${name}.`);
  }
});

test('trigger ends a training, and prints what the receiver has answered and where to look', async () => {
  const receiver = await openReceiver();
  const { endpointId } = await Hook.to(api(), {
    url: receiver.url(),
    team: sandbox.team,
    events: ['training.completed'],
  });
  const { code, stdout, stderr } = await machine().run(['trigger', 'training.completed']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^training {2}trn_\w+$/m);
  expect(stdout).toMatch(/^training\.completed {2}evt_\w+$/m);
  expect(stdout).toMatch(/^ {2}200 +127\.0\.0\.1:\d+$/m);
  expect(stdout).toMatch(/\/app\/deliveries\/whd_\w+$/m);
  const passed = await machine().run(['pass-time', endpointId, '24h']);
  expect(passed.stdout).toBe('24h passed for 1 delivery, 0 due now.\n');
  const wrong = await machine().run(['pass-time', endpointId, '2h']);
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    expect.stringContaining('Take 1m, 1h, 24h or 3d.'),
  ]);
  const unknown = await machine().run(['pass-time', 'whe_none', '1h']);
  expect([unknown.code, unknown.stderr]).toEqual([
    1,
    expect.stringContaining('There is no endpoint whe_none in this sandbox.'),
  ]);
  const json = await machine().run(['trigger', 'evaluation.completed', '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({
    made: [{ kind: 'training' }],
    events: [{ type: 'evaluation.completed', deliveries: [] }],
  });
});

test('trigger says which command line got the event, or that no command line listens for it', async () => {
  const listening = machine().start(['listen', '--forward-to', 'http://127.0.0.1:1']);
  await listening.says(/Signing secret/);
  const joined = await machine().run(['trigger', 'member.joined']);
  expect(joined.stdout).toMatch(/^ {2}refused {2}command line on .+$/m);
  await listening.stop();
  const accepted = await machine().run(['trigger', 'member.accepted']);
  expect(accepted.stdout).toContain('No event: member.joined came with the invitation.');
  const left = await machine().run(['trigger', 'member.removed']);
  expect(left.stdout).toContain('no command line listens for it');
});

test('listen names all types of events if a given type does not exist', async () => {
  const words = [
    'listen',
    '--forward-to',
    'http://127.0.0.1:1',
    '--events',
    'member.joined,training.ended',
  ];
  const { code, stderr } = await machine().run(words);
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /There is no event training\.ended\.\n--events takes training\.completed, /,
  );
});

test('trigger refuses an event that only programs cause, and a team that is no sandbox, and says why', async () => {
  const program = await machine().run(['trigger', 'assignment.created']);
  expect(program.code).toBe(1);
  expect(program.stderr).toContain('Only programs cause this event');
  await logIn(sandbox.parent.tenantId);
  const { code, stderr } = await machine().run(['trigger', 'training.completed']);
  expect(code).toBe(1);
  expect(stderr).toContain('Only a sandbox can do this.');
  expect(stderr).toContain('Your login is for a team that is no sandbox.');
  expect(stderr).toContain('Open a sandbox in the app, and log in again:');
});
