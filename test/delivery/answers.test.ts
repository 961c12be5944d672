import { describe, expect, test } from 'vitest';
import type { ReceiverHandler } from '../harness/receiver.ts';
import { useApi } from '../harness/use-api.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { Hook, openReceiver, useWorker } from './harness/hook.ts';

const api = useApi({ env: loopbackReceivers });
useWorker(api);

/** The first attempt, as it is stored, if the receiver behaves like this. */
async function attemptWith(handler: ReceiverHandler, at = api()) {
  const receiver = await openReceiver(handler);
  const hook = await Hook.to(at, { url: receiver.url() });
  const id = await hook.happen();
  await hook.attempted(id, 1);
  const { status } = await hook.endpoint();
  return { receiver, shown: await hook.listed(id), endpointStatus: status };
}

describe('D155: the stored part of an answer', () => {
  test('has at most 1,000 whole characters, no NUL, and replaces bytes that are not UTF-8', async () => {
    const { shown } = await attemptWith((_, response) => {
      response.write(Buffer.from([0x41, 0x00, 0xff, 0x42]));
      response.end('😀'.repeat(2_000));
    });
    expect(shown).toMatchObject({ status: 'ok', response_code: 200 });
    const excerpt = String(shown?.response_excerpt);
    expect(excerpt).toMatch(/^A\uFFFDB(😀)+$/u);
    // The NUL counts as one of the thousand.
    expect([...excerpt]).toHaveLength(999);
  });

  test('an empty body is an empty text', async () => {
    const { shown } = await attemptWith((_, response) => response.end());
    expect(shown).toMatchObject({ status: 'ok', response_excerpt: '' });
  });
});

describe('D155: the time limit', () => {
  const hasty = useApi({ env: loopbackReceivers });
  useWorker(hasty, { WEBHOOK_TIMEOUT: '1s' });

  test('covers the whole exchange: if no status comes in time, it is a timeout', async () => {
    // Details are hidden for a host that has never answered 2xx, so the host answers first.
    const receiver = await openReceiver(
      (_, response) => receiver.requests.length === 1 && response.end(),
    );
    const hook = await Hook.to(hasty(), { url: receiver.url() });
    await hook.ended(await hook.ping());
    const id = await hook.happen();
    await hook.attempted(id, 1);
    const shown = await hook.listed(id);
    expect(shown).toMatchObject({
      status: 'pending',
      error: 'timeout',
      response_code: null,
      response_excerpt: null,
    });
    expect(shown?.response_ms).toBeGreaterThanOrEqual(990);
  });
});

describe('D156: nothing but 2xx is a success, and no other status has a meaning of its own', () => {
  test.each([200, 204, 299])('%d ends the delivery', async (code) => {
    const { shown } = await attemptWith((_, response) => response.writeHead(code).end());
    expect(shown).toMatchObject({ status: 'ok', response_code: code, error: null });
  });

  test.each([300, 304, 400, 404, 410, 429, 500, 503])('%d is a failed attempt', async (code) => {
    const { shown, endpointStatus } = await attemptWith((_, response) =>
      response.writeHead(code, { 'retry-after': '1' }).end(),
    );
    expect(shown).toMatchObject({ status: 'pending', response_code: code, error: 'http_status' });
    expect(endpointStatus).toBe('active');
  });

  test.each([301, 302, 303, 307, 308])('the redirect of a %d is not followed', async (code) => {
    const other = await openReceiver();
    const { receiver, shown } = await attemptWith((_, response) =>
      response.writeHead(code, { location: other.url() }).end('moved'),
    );
    expect(shown).toMatchObject({ response_code: code, error: 'http_status' });
    expect(shown?.response_excerpt).toBe('moved');
    expect([receiver.requests.length, other.acceptedSockets()]).toEqual([1, 0]);
  });
});
