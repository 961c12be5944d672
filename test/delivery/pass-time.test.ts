import { describe, expect, onTestFinished, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import type { EventType } from '../../src/features/webhooks/events.schema.ts';
import { codeOf } from '../harness/app.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackend } from '../harness/waiting.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { Sandbox } from '../try-out/harness/sandbox.ts';
import { answering, Hook, openReceiver, sweeps, useWorker } from './harness/hook.ts';

// As in the product, a change that meets a locked row begins again before PostgreSQL looks for deadlocks.
const api = useApi({ env: loopbackReceivers, lockMs: 200 });
useWorker(api);

type Time = '1m' | '1h' | '24h' | '3d';

async function hookIn(url: string, events: EventType[] = ['member.joined']) {
  const sandbox = await Sandbox.make(api(), { rateLimit: 1_000_000 });
  const hook = await Hook.to(api(), { url, events, team: sandbox.team });
  const { app } = await sandbox.visit();
  const { endpointId: endpoint_id } = hook;
  const pass = (time: Time) => app.tryOut.passTime.mutate({ endpoint_id, time });
  const mails = async (about: string) =>
    (await app.tryOut.mails.query({})).data.filter(({ subject }) => subject.includes(about));
  return { sandbox, hook, app, pass, mails };
}

/** The delivery, its attempts and now, in the order in which they must be. */
async function timesOf(hook: Hook, id: string): Promise<number[]> {
  const { created_at } = await hook.delivery(id);
  const attempts = await hook.attempts(id);
  return [created_at, ...attempts.map(({ started_at }) => started_at)].map((at) => at.getTime());
}

test('the retries, the mail after a day, the pause after three days and its end all come within seconds', async () => {
  let isMended = false;
  const receiver = await openReceiver((_, response) => {
    response.statusCode = isMended ? 200 : 500;
    response.end();
  });
  const { hook, pass, mails } = await hookIn(receiver.url());
  const id = await hook.happen();
  for (const [i, time] of (['1h', '1h', '1h', '24h', '24h'] as const).entries()) {
    await hook.attempted(id, i + 1);
    expect(await pass(time)).toEqual({ deliveries: 1, due: 1 });
  }
  await hook.attempted(id, 6);
  await until('the warning', async () => (await mails('seit einem Tag')).length > 0);
  const times = await timesOf(hook, id);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(Number(times.at(-1)) - Number(times[0])).toBeGreaterThan(51 * 3_600_000);
  await pass('3d');
  await until('the pause', async () => (await hook.endpoint()).status === 'disabled_failures');
  await until('its mail', async () => (await mails('pausiert')).length > 0);
  const { attempt } = await hook.delivery(id);
  isMended = true;
  await hook.change({ status: 'active' });
  // The attempt just before the pause has failed, so the next one was planned for a day later.
  await pass('24h');
  const ended = await hook.ended(id);
  expect(ended).toMatchObject({ status: 'ok' });
  expect(ended.attempt).toBeGreaterThan(attempt);
  expect(await hook.endpoint()).toMatchObject({ failing_since: null });
});

test('a warning whose mails are written at the moment of a move is not written again', async () => {
  const { hook, pass } = await hookIn('https://127.0.0.1:2/');
  await hook.set("failing_since = now() - interval '25 h', warned_since = now() - interval '25 h'");
  const writing = await api().sql.connect();
  onTestFinished(() => writing.release());
  await writing.query('begin');
  // As the job does that writes the mails.
  await writing.query('select from webhook_endpoint where id = $1 for no key update', [
    hook.endpointId,
  ]);
  await writing.query(
    `insert into mail (tenant_id, id, cause, recipient, lang, subject, body, created_at)
     select e.tenant_id, $2, 'webhook_failing:' || e.id || ':' || iso(e.failing_since),
       'a@example.com', 'en', 's', 'b', now()
     from webhook_endpoint e where e.id = $1`,
    [hook.endpointId, newId('mail', new Date())],
  );
  const moved = pass('1h');
  await waitingBackend(api().sql);
  await writing.query('commit');
  await moved;
  const { failing_since, warned_since } = await hook.endpoint();
  expect(warned_since).toEqual(failing_since);
});

describe('while a worker attempts the delivery', () => {
  test('the result of a running attempt is recorded once, at its own time, and the delivery lies before it', async () => {
    let answer = () => {};
    const receiver = await openReceiver((_, response) => {
      answer = () => {
        response.statusCode = 500;
        response.end();
      };
    });
    const { hook, pass } = await hookIn(receiver.url());
    const id = await hook.happen();
    await receiver.waitFor(1);
    expect(await pass('1h')).toEqual({ deliveries: 1, due: 0 });
    answer();
    const { attempt } = await hook.attempted(id, 1);
    await sweeps(2);
    expect([attempt, receiver.requests.length]).toEqual([1, 1]);
    const [created = 0, started = 0] = await timesOf(hook, id);
    expect(started - created).toBeGreaterThanOrEqual(3_600_000);
    expect((await hook.endpoint()).failing_since?.getTime()).toBeGreaterThanOrEqual(started);
  });

  test('many moves with many deliveries lose none and repeat none', async () => {
    const receiver = await openReceiver(answering(200));
    const { hook, sandbox, pass } = await hookIn(receiver.url(), ['training.completed']);
    const other = await sandbox.visit();
    const { endpointId: endpoint_id } = hook;
    const end = () => other.app.tryOut.trigger.mutate({ name: 'training.completed' });
    const moves = () => other.app.tryOut.passTime.mutate({ endpoint_id, time: '1m' });
    for (let n = 0; n < 5; n += 1) {
      await Promise.all([end(), pass('1h'), end(), moves(), end(), pass('24h')]);
    }
    await receiver.waitFor(15);
    const all = await hook.deliveries();
    for (const { id } of all) expect(await hook.ended(id)).toMatchObject({ status: 'ok' });
    expect([all.length, receiver.requests.length]).toEqual([15, 15]);
  });
});

test('the chart counts each attempt in its hour, because the hours move with their attempts', async () => {
  const receiver = await openReceiver(answering(500));
  const { hook, pass, app } = await hookIn(receiver.url());
  const id = await hook.happen();
  for (const [i, time] of (['1h', '1h', '24h'] as const).entries()) {
    await hook.attempted(id, i + 1);
    await pass(time);
  }
  await hook.attempted(id, 4);
  const hours = await api().sql.query(
    `select hour, failed from webhook_endpoint_hour where endpoint_id = $1 order by hour`,
    [hook.endpointId],
  );
  const started = (await hook.attempts(id)).map(({ started_at }) => started_at.getTime());
  const inHours = hours.rows.flatMap(({ hour, failed }) =>
    started.filter((at) => at >= hour.getTime() && at < hour.getTime() + 3_600_000).length ===
    failed
      ? [failed]
      : [],
  );
  expect(inHours).toHaveLength(hours.rows.length);
  const { endpointId: endpoint_id } = hook;
  const health = await app.webhooks.endpointHealth.query({ endpoint_id, period: '7d' });
  expect(JSON.stringify(health)).toContain('4');
});

test('only this endpoint moves, and sent requests stay as they were sent', async () => {
  const receiver = await openReceiver(answering(500));
  const { hook, sandbox, app } = await hookIn(receiver.url());
  const beside = await Hook.to(api(), { url: receiver.url(), team: sandbox.team });
  const own = await hook.happen();
  const [delivery] = await beside.deliveries();
  const other = String(delivery?.id);
  await hook.attempted(own, 1);
  await beside.attempted(other, 1);
  const state = async () => ({
    beside: [await beside.endpoint(), await beside.delivery(other), await beside.attempts(other)],
    events: (await api().sql.query('select * from webhook_event')).rows,
    signed: (await api().sql.query('select signed_at from webhook_attempt order by delivery_id, n'))
      .rows,
  });
  const before = await state();
  const { endpointId: endpoint_id } = hook;
  await app.tryOut.passTime.mutate({ endpoint_id, time: '1m' });
  await hook.attempted(own, 2);
  const after = await state();
  expect(after.beside).toEqual(before.beside);
  expect(after.events).toEqual(before.events);
  expect(after.signed).toEqual(expect.arrayContaining(before.signed));
});

test('the times of a deleted endpoint do not move', async () => {
  const receiver = await openReceiver();
  const { hook, pass } = await hookIn(receiver.url());
  await hook.remove();
  expect(await codeOf(pass('1m'))).toBe('not_found');
});

test('the times of an endpoint move at most twenty times in a minute', async () => {
  const receiver = await openReceiver(answering(200));
  const { pass } = await hookIn(receiver.url());
  for (let n = 0; n < 20; n += 1) expect(await codeOf(pass('1m'))).toBe('ok');
  expect(await codeOf(pass('1m'))).toBe('rate_limited');
  api().clock.travel(61_000);
  expect(await codeOf(pass('1m'))).toBe('ok');
});
