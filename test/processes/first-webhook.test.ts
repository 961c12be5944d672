import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { subscribableEvents } from '../../src/features/webhooks/subscribable-events.ts';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { freePort } from '../harness/free-port.ts';
import { demoKey, READY, Spawned, usedInstallation } from '../harness/spawned.ts';
import { until } from '../harness/until.ts';

/** The settings that the guide gives, for this server. */
function settingsOfGuide(): Record<string, string> {
  const [, words = ''] = /^((?:WEBHOOK_\w+=\S+ )+)npm start$/m.exec(
    readFileSync('docs/guides/en/webhooks.md', 'utf8'),
  ) ?? [''];
  return Object.fromEntries(words.split(' ').map((word) => word.split('=', 2)));
}

type Answer = Record<string, string>;

/** A program cannot raise these: a failing synchronization does (test/crm), and an erasure in the app (test/erasure). */
const others: readonly string[] = ['crm.sync.failed', 'member.erased'];
const raised = subscribableEvents.filter((type) => !others.includes(type));

test('all types of events that a newcomer can raise arrive at scripts/receiver.ts, as the guide promises', async () => {
  const env = { ...(await usedInstallation()), ...settingsOfGuide() };
  await new Spawned('src/main.ts', env).says(READY);
  const ask = async (method: string, path: string, body?: object): Promise<Answer> => {
    const answer = await fetch(`http://127.0.0.1:${env.PORT}${BASE_PATH}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${demoKey(env)}`,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect(answer.ok, `${method} ${path}`).toBe(true);
    return (await answer.json()) as Answer;
  };
  const cli = async (...args: string[]) =>
    expect(await new Spawned('src/cli.ts', env, args).ended).toEqual({ code: 0, signal: null });

  const port = await freePort();
  const url = `https://127.0.0.1:${port}/`;
  const endpoint = await ask('POST', '/webhook-endpoints', { url, events: subscribableEvents });
  const secret = String(endpoint.secret);
  const flags = ['--secret', secret, '--port', String(port)];
  const receiver = await new Spawned('scripts/receiver.ts', {}, flags).says('listening');

  await ask('POST', `/webhook-endpoints/${endpoint.id}/test`);
  const member = await ask('POST', '/users', { email: 'new.colleague@customer.example' });
  const assignment = await ask('POST', '/assignments', {
    member_id: member.id,
    title: 'Price talk before the fair',
    situation_id: 'sit_price_talk',
    personality_id: 'per_analyst',
    industry_id: 'ind_software',
  });
  await ask('PATCH', `/assignments/${assignment.id}`, { status: 'done' });
  await ask('DELETE', `/users/${member.id}`);
  const team = String((await ask('GET', '/me')).tenant_id);
  const people = await ask('GET', '/users?limit=200');
  const [active] = (people.data as unknown as Answer[]).filter(({ status }) => status === 'active');
  const points = { closing: 1, conversation_control: 2, needs_analysis: 3, value_argument: 4 };
  const score = { dimensions: { ...points, objection_handling: 5 }, total: 3 };
  await cli(
    'training',
    'record',
    '--team',
    team,
    '--user-id',
    String(active?.user_id),
    '--score',
    JSON.stringify(score),
  );

  const arrived = () =>
    [...receiver.stdout.matchAll(/ ([a-z.]+) evt_\w+ verified new /g)].map(([, type]) => type);
  await until('all events', () => arrived().length === raised.length + 1);
  expect(arrived().toSorted()).toEqual(['ping', ...raised].toSorted());
});
