import { describe, expect, test } from 'vitest';
import { raiseEvent } from '../../src/features/webhooks/raise-event.ts';
import { makeSession } from '../harness/app.ts';
import type { ReceivedRequest, Receiver } from '../harness/receiver.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { Hook, openReceiver, useWorker } from './harness/hook.ts';

const api = useApi({ env: loopbackReceivers });
useWorker(api);

/** A receiver that answers with what it was sent. It fails until `isWell`. */
async function openEcho() {
  const state = { isWell: false };
  const receiver = await openReceiver(({ rawBody }: ReceivedRequest, response) => {
    response.statusCode = state.isWell ? 200 : 500;
    response.end(rawBody);
  });
  return { receiver, state };
}

const events = ['evaluation.completed'] as const;
const personal = { user_id: 'usr_of_member', score: 62 };

async function happen(hook: Hook): Promise<string> {
  await hook.team.do((call) =>
    raiseEvent(call, 'evaluation.completed', { training_id: 'trn_of_member', ...personal }),
  );
  const [made] = await hook.deliveries();
  if (!made) throw new Error('Nothing was raised');
  await hook.wake();
  return made.id;
}

const turn = (hook: Hook, member_detail_enabled: boolean) =>
  hook.team.set({ member_detail_enabled });

const bodiesAt = ({ requests }: Receiver) => requests.map(({ rawBody }) => rawBody.toString());

/** Of each request, whether it had the two fields that the switch hides. */
const wholeAt = (receiver: Receiver) =>
  bodiesAt(receiver).map((body) => {
    const { data } = JSON.parse(body) as { data: object };
    const has = Object.keys(personal).map((name) => name in data);
    expect(new Set(has).size).toBe(1);
    return has[0];
  });

describe('D192: what the privacy switch hides leaves in no attempt that begins while it is off', () => {
  test('neither in a planned retry nor in one that somebody asks for, and the body is whole again after it is on', async () => {
    const { receiver } = await openEcho();
    const hook = await Hook.to(api(), { url: receiver.url(), events: [...events] });
    const id = await happen(hook);
    await hook.attempted(id, 1);
    await turn(hook, false);
    await hook.pass(60_000);
    await hook.attempted(id, 2);
    expect((await hook.retry(id)).status).toBe(202);
    await hook.attempted(id, 3);
    await turn(hook, true);
    await hook.pass(300_000);
    await hook.attempted(id, 4);
    expect(wholeAt(receiver)).toEqual([true, false, false, true]);
    const [first, second, third, fourth] = bodiesAt(receiver);
    expect([third, fourth]).toEqual([second, first]);
  });

  test('nor at a new URL', async () => {
    const { receiver } = await openEcho();
    const moved = await openEcho();
    const hook = await Hook.to(api(), { url: receiver.url(), events: [...events] });
    const id = await happen(hook);
    await hook.attempted(id, 1);
    await turn(hook, false);
    await hook.change({ url: moved.receiver.url() });
    await hook.retry(id);
    await hook.attempted(id, 2);
    expect([...wholeAt(receiver), ...wholeAt(moved.receiver)]).toEqual([true, false]);
  });

  test.each([
    ['a delivery that was held', 'lease_no = lease_no'],
    ['a delivery whose worker was lost', "lease_no = 1, leased_at = now() - interval '1 day'"],
  ])('nor in the first attempt of %s', async (_, changes) => {
    const { receiver, state } = await openEcho();
    state.isWell = true;
    const hook = await Hook.to(api(), { url: receiver.url(), events: [...events] });
    await hook.change({ status: 'disabled' });
    const id = await happen(hook);
    await hook.setDelivery(id, changes);
    await turn(hook, false);
    await hook.change({ status: 'active' });
    await hook.ended(id);
    expect(wholeAt(receiver)).toEqual([false]);
  });

  test('an event that happened while it was off stays as it was (D160)', async () => {
    const { receiver } = await openEcho();
    const hook = await Hook.to(api(), { url: receiver.url(), events: [...events] });
    await turn(hook, false);
    const id = await happen(hook);
    await hook.attempted(id, 1);
    await turn(hook, true);
    await hook.pass(60_000);
    await hook.attempted(id, 2);
    const [first, second] = bodiesAt(receiver);
    expect([wholeAt(receiver), second]).toEqual([[false, false], first]);
  });
});

test('D192: while the switch is off, the answer to an attempt that was whole is hidden, by REST and in the app', async () => {
  const { receiver } = await openEcho();
  const team = await makeTeam(api(), { rateLimit: 1_000_000 });
  const hook = await Hook.to(api(), { team, url: receiver.url(), events: [...events] });
  const { app } = await makeSession(team, team.owner);
  const id = await happen(hook);
  const shown = async () => {
    const [found] = (await app.webhooks.listAllDeliveries.query({})).data;
    const { attempts } = await app.webhooks.getDelivery.query({ delivery_id: id });
    const listed = (await hook.listed(id))?.response_excerpt;
    expect(found?.response_excerpt).toBe(listed);
    expect(attempts.at(-1)?.response_excerpt).toBe(listed);
    return attempts.map(({ response_excerpt }) => response_excerpt);
  };
  await hook.attempted(id, 1);
  const [whole = ''] = bodiesAt(receiver);
  expect(await shown()).toEqual([whole]);
  await turn(hook, false);
  expect(await shown()).toEqual([null]);
  await hook.pass(60_000);
  await hook.attempted(id, 2);
  const [, reduced = ''] = bodiesAt(receiver);
  expect(await shown()).toEqual([null, reduced]);
  await turn(hook, true);
  expect(await shown()).toEqual([whole, reduced]);
  const answerOf = async (key: string) =>
    (
      await team.request('POST', `/webhook-deliveries/${id}/retry`, {
        headers: { 'Idempotency-Key': key },
      })
    ).body.response_excerpt;
  expect(await answerOf('while it is on')).toBe(reduced);
  await hook.attempted(id, 3);
  await turn(hook, false);
  expect(await answerOf('while it is on')).toBe(null);
  expect(await answerOf('while it is off')).toBe(null);
});

test('D192: the answer to an attempt without a field that is hidden stays', async () => {
  const { receiver, state } = await openEcho();
  state.isWell = true;
  const hook = await Hook.to(api(), { url: receiver.url() });
  const id = await hook.ping();
  await hook.ended(id);
  await turn(hook, false);
  expect((await hook.listed(id))?.response_excerpt).toBe(bodiesAt(receiver)[0]);
});
