import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { read } from '../events/harness/feed.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { type Running, useMachine } from '../sdk/harness/command-line.ts';
import { LocalReceiver } from './harness/local-receiver.ts';
import { tokenOf } from './harness/token.ts';

const api = useApi();
const machine = useMachine(api);
let team: TestTeam;

beforeEach(async () => {
  team = await makeTeam(api());
  await machine().keepLogin(server(), await tokenOf(team));
});

const server = () => `http://127.0.0.1:${api().port}`;
const run = (args: readonly string[]) => machine().start([...args, '--server', server()]).ended;

function start(args: readonly string[]): Running {
  const command = machine().start([...args, '--server', server()]);
  onTestFinished(() => void command.child.kill('SIGKILL'));
  return command;
}

async function listen(events: readonly string[] = []): Promise<LocalReceiver> {
  const receiver = await LocalReceiver.start();
  const command = start(['listen', '--forward-to', receiver.url, ...events]);
  await command.says(/Signing secret/);
  return receiver;
}

/** Raises two events that nobody but the feed has, and returns their ids and the member. */
async function raised(): Promise<{ ids: string[]; userId: string }> {
  const { cursor } = await read(team);
  const { memberId, userId } = await team.addMember();
  await team.request('DELETE', `/users/${memberId}`);
  const { data } = await read(team, { cursor });
  return { ids: data.map(({ id }) => id), userId };
}

describe('team-api resend --to-listener', () => {
  test('an event goes to the own machine, again and again, and makes no delivery', async () => {
    const { ids, userId } = await raised();
    const [id = ''] = ids;
    const url = 'https://hooks.example.com/x';
    await team.request('POST', '/webhook-endpoints', { body: { url, events: ['member.joined'] } });
    const receiver = await listen();
    for (const n of [1, 2]) {
      const { code, stdout } = await run(['resend', id, '--to-listener']);
      expect([code, stdout]).toEqual([0, '1 event goes to listen on this machine.\n']);
      await until('it is there', () => receiver.ids.length === n);
      await until('its answer is known', async () => {
        const { rows } = await api().sql.query(
          'select answered_at from listener_event where event_id = $1',
          [id],
        );
        return rows[0]?.answered_at !== null;
      });
    }
    expect(receiver.ids).toEqual([id, id]);
    expect(receiver.received[0]?.body).toContain(userId);
    const { rows } = await api().sql.query('select from webhook_delivery where tenant_id = $1', [
      team.tenantId,
    ]);
    expect(rows).toEqual([]);
  });

  test('D180: the body is stripped of what the switch hides at that time', async () => {
    const { ids, userId } = await raised();
    await team.set({ member_detail_enabled: false });
    const receiver = await listen();
    await run(['resend', ids[0] ?? '', '--to-listener']);
    await until('it is there', () => receiver.ids.length === 1);
    expect(receiver.received[0]?.body).not.toContain(userId);
  });

  test('with --since, all events of a time come in their order, of the types that the listener takes', async () => {
    const { ids } = await raised();
    const receiver = await listen();
    const { stdout } = await run(['resend', '--since', '10m', '--to-listener', '--json']);
    expect(JSON.parse(stdout)).toEqual({ events: 2 });
    await until('both are there', () => receiver.ids.length === 2);
    expect(receiver.ids).toEqual(ids);
    api().clock.travel(11 * 60_000);
    const none = await run(['resend', '--since', '10m', '--to-listener']);
    expect(none.stdout).toBe('0 events go to listen on this machine.\n');
  });

  test('--since sends only the types that the listener takes', async () => {
    const { ids } = await raised();
    const receiver = await listen(['--events', 'member.removed']);
    await run(['resend', '--since', '1h', '--to-listener']);
    await until('it is there', () => receiver.ids.length === 1);
    expect(receiver.ids).toEqual(ids.slice(1));
  });

  test('without a listener, and for an event of another team, it says so', async () => {
    const { ids } = await raised();
    const [id = ''] = ids;
    const nobody = await run(['resend', id, '--to-listener']);
    expect([nobody.code, nobody.stderr]).toEqual([
      1,
      expect.stringContaining('No command line of this login listens.'),
    ]);
    const other = await makeTeam(api());
    await machine().keepLogin(server(), await tokenOf(other));
    await listen();
    const foreign = await run(['resend', id, '--to-listener']);
    expect(foreign.stderr).toContain(`There is no event ${id} in this team.`);
    for (const args of [
      ['--to-listener'],
      [id, '--since', '1m', '--to-listener'],
      ['--since', '1m'],
    ])
      expect((await run(['resend', ...args])).code).toBe(2);
    for (const time of ['31d', '10', '0m'])
      expect((await run(['resend', '--since', time, '--to-listener'])).code).toBe(2);
  });
});

describe('team-api events', () => {
  test('shows the latest events, the oldest first, and with --follow the new ones', async () => {
    const { ids, userId } = await raised();
    const { code, stdout } = await run(['events', '--json']);
    const lines = stdout.trim().split('\n');
    expect([code, lines.map((line) => JSON.parse(line).id)]).toEqual([0, ids]);
    expect(stdout).toContain(userId);
    const one = await run(['events', '--limit', '1']);
    expect(one.stdout).toMatch(
      new RegExp(`^\\d\\d:\\d\\d:\\d\\d {2}member\\.removed {8}${ids[1]}\\n$`),
    );
    const command = start(['events', '--follow', '--types', 'member.joined']);
    await command.says(new RegExp(ids[0] ?? ''));
    await team.addMember();
    await until('the new event is shown', () => command.stdout.trim().split('\n').length === 2);
    expect(command.stdout).not.toContain('member.removed');
    expect((await command.stop()).code).toBe(130);
    // A command line is no reader of the feed.
    const { rows } = await api().sql.query('select types from feed_reader where tenant_id = $1', [
      team.tenantId,
    ]);
    expect(rows.filter(({ types }) => types === 'member.joined')).toEqual([]);
  });

  test('says why a team keeps no events, and which types there are', async () => {
    const quiet = await makeTeam(api(), { scopes: ['users:read'] });
    await machine().keepLogin(server(), await tokenOf(quiet));
    const { code, stderr } = await run(['events']);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('neither an API key with events:read nor a webhook endpoint'),
    ]);
    expect((await run(['events', '--types', 'nothing.such'])).stderr).toContain('member.joined');
  });
});
