import { beforeEach, expect, test } from 'vitest';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { waitingBackend } from '../harness/waiting.ts';
import { OpenStream } from './harness/open-stream.ts';
import { tokenOf } from './harness/token.ts';

const api = useApi();
let token: string;

beforeEach(async () => {
  token = await tokenOf(await makeTeam(api()));
});

test('a process with an open stream stops as fast as without', async () => {
  const second = await api().beside();
  const stream = await OpenStream.open({ port: second.port, token });
  const began = performance.now();
  await second.close();
  expect(performance.now() - began).toBeLessThan(4_000);
  expect(await stream.ends()).toBe('stopping');
});

test('a stream that is opened while the process begins to stop ends at once', async () => {
  const second = await api().beside();
  const holder = await api().sql.connect();
  let closing: Promise<void> | undefined;
  let opening: Promise<OpenStream> | undefined;
  try {
    await holder.query('begin');
    await holder.query('lock table listener in access exclusive mode');
    opening = OpenStream.open({ port: second.port, token });
    await waitingBackend(api().sql, 'listener');
    // The server stops listening in the first step of `close`, before anything is awaited.
    closing = second.close();
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect(await (await opening).ends()).toBe('stopping');
  await closing;
});
