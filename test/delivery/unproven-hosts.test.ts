import { expect, onTestFinished, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import { freePort } from '../harness/free-port.ts';
import { startRawReceiver } from '../harness/raw-receiver.ts';
import { useApi } from '../harness/use-api.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { answering, Hook, openReceiver, useWorker } from './harness/hook.ts';

const api = useApi({ env: loopbackReceivers });
useWorker(api, { WEBHOOK_TIMEOUT: '1s' });

type Does = Parameters<typeof startRawReceiver>[0];

async function raw(does: Does): Promise<string> {
  const receiver = await startRawReceiver(does);
  onTestFinished(() => receiver.close());
  return receiver.url();
}

/** Hosts of other people, in the states that an attacker could look for. */
const hosts: Record<string, () => Promise<string>> = {
  'a closed port': async () => `https://127.0.0.1:${await freePort()}/`,
  'a silent port': () => raw({ onTcp: () => undefined }),
  'a port that hangs up': () => raw({ onTcp: (socket) => socket.destroy() }),
  'a port of another protocol': () => raw({ onTcp: (socket) => socket.end('220 mail ready\r\n') }),
  'a certificate of somebody else': () => raw({ certificate: 'self-signed' }),
  'no HTTP': () => raw({ onRequest: (socket) => socket.end('nonsense\r\n\r\n') }),
};

/** Everything that REST and the app show of one attempt, without its id and times. */
async function shownAttempt(hook: Hook, id: string) {
  const { app } = await makeSession(hook.team, hook.team.owner);
  const listed = await hook.listed(id);
  const { attempts, error } = await app.webhooks.getDelivery.query({ delivery_id: id });
  const last = attempts.at(-1);
  return [listed, last].map((one) => ({
    error: one?.error ?? error,
    ms: one?.response_ms,
    code: one?.response_code,
    excerpt: one?.response_excerpt,
  }));
}

async function attempt(hook: Hook) {
  const id = await hook.happen();
  await hook.attempted(id, 1);
  return shownAttempt(hook, id);
}

const unanswered = { error: 'no_answer', ms: null, code: null, excerpt: null };

test.each(Object.entries(hosts))(
  'until a host has answered 2xx, %s looks the same as all others',
  async (_, url) => {
    const hook = await Hook.to(api(), { url: await url() });
    expect(await attempt(hook)).toEqual([unanswered, unanswered]);
  },
);

test('an answer without success is shown, as the contract demands, but not how long it took', async () => {
  const receiver = await openReceiver((_, response) => response.writeHead(404).end('nobody'));
  const hook = await Hook.to(api(), { url: receiver.url() });
  const shown = { error: 'http_status', ms: null, code: 404, excerpt: 'nobody' };
  expect(await attempt(hook)).toEqual([shown, shown]);
});

test('after one 2xx the team sees the exact errors of a host, at other paths too, but not at other ports', async () => {
  const receiver = await openReceiver(answering(200, 500, 200));
  const hook = await Hook.to(api(), { url: receiver.url('/a') });
  const any = expect.any(Number);
  expect((await attempt(hook))[0]).toMatchObject({ error: null, ms: any, code: 200 });
  expect((await attempt(hook))[0]).toMatchObject({ error: 'http_status', ms: any, code: 500 });

  const other = await hosts['a closed port']?.();
  await hook.change({ url: other });
  expect((await attempt(hook))[0]).toEqual(unanswered);

  await hook.change({ url: receiver.url('/b') });
  expect((await attempt(hook))[0]).toMatchObject({ error: null, ms: any });
  const { app } = await makeSession(hook.team, hook.team.owner);
  await app.webhooks.replaceSecret.mutate({ endpoint_id: hook.endpointId });
  await receiver.close();
  const id = await hook.happen();
  await hook.attempted(id, 1);
  expect((await shownAttempt(hook, id))[0]).toMatchObject({ error: 'connect_refused', ms: any });
  const copy = (await api().sql.query(
    `select d.error, d.response_ms from webhook_delivery_state d join webhook_endpoint e
       on e.id = d.endpoint_id where e.replaces = $1 and d.attempt > 0`,
    [hook.endpointId],
  )) as { rows: { error: string; response_ms: number }[] };
  for (const { error } of copy.rows) expect(error).toBe('connect_refused');
});

test('the success of a ping counts too, even on an endpoint that is switched off', async () => {
  const receiver = await openReceiver();
  const hook = await Hook.to(api(), { url: receiver.url() });
  await hook.change({ status: 'disabled' });
  expect((await hook.ended(await hook.ping())).status).toBe('ok');
  await receiver.close();
  const id = await hook.ping();
  await hook.attempted(id, 1);
  expect((await shownAttempt(hook, id))[0]).toMatchObject({ error: 'connect_refused' });
});

test('a URL with the port of another protocol is refused, when it is set and when it is changed', async () => {
  const hook = await Hook.to(api(), { url: (await hosts['a closed port']?.()) ?? '' });
  const path = '/webhook-endpoints';
  for (const port of [0, 22, 25, 6667, 10080]) {
    const url = `https://127.0.0.1:${port}/`;
    const made = await hook.team.request('POST', path, {
      body: { url, events: ['member.joined'] },
    });
    const changed = await hook.team.request('PATCH', `${path}/${hook.endpointId}`, {
      body: { url },
    });
    for (const { status, body } of [made, changed]) {
      expect([status, body.field, body.detail]).toEqual([
        422,
        'url',
        'The port of the URL belongs to another protocol than HTTPS: choose another port.',
      ]);
    }
  }
  await hook.change({ url: 'https://127.0.0.1:8443/' });
});
