import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { SyncCopy } from '../../dist/sdk/typescript/sync.js';
import { signatureHeader } from '../../src/features/webhooks/signature.ts';
import { ChangingTeam, held } from '../docs/harness/changing-team.ts';
import { codeBlocks } from '../docs/harness/documents.ts';
import { closeProxies, FaultyProxy } from '../harness/faulty-proxy.ts';
import { freePort } from '../harness/free-port.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { linkSdk } from './harness/link-sdk.ts';

// These tests run the two programs of the README as customers copy them.

const api = useApi();
closeProxies();
const unpacked = path.resolve(import.meta.dirname, '../../dist/sdk/typescript');

async function programWith(part: string): Promise<{ folder: string; code: string }> {
  const readme = await readFile(path.join(unpacked, 'README.md'), 'utf8');
  const code = codeBlocks(readme, 'js').find((each) => each.includes(part));
  if (!code) throw new Error(`The README has no program with ${part}`);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-readme-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  linkSdk(folder);
  return { folder, code };
}

test('the copy that the program of the README keeps is whole, however often the program is killed', async () => {
  const { folder, code } = await programWith('copy.json.new');
  await writeFile(path.join(folder, 'copy.mjs'), code);
  const team = await ChangingTeam.open(api(), 30);
  let left = 1;
  let kill = () => {};
  const proxy = await FaultyProxy.open(
    api(),
    () => {
      api().clock.travel(600);
      left -= 1;
      if (left === 0) kill();
      return 'none';
    },
    'shows',
  );
  const runTo = async (request: number): Promise<number | null> => {
    left = request;
    const env = { API: proxy.url, KEY: team.key };
    const child = spawn(process.execPath, ['copy.mjs'], { cwd: folder, env, stdio: 'inherit' });
    kill = () => child.kill('SIGKILL');
    const [ended] = (await once(child, 'exit')) as [number | null];
    return ended;
  };
  for (let request = 1; (await runTo(request)) === null; request *= 3) {
    expect(request).toBeLessThan(500);
  }
  const copy: SyncCopy = JSON.parse(await readFile(path.join(folder, 'copy.json'), 'utf8'));
  const entries = Object.entries(copy.entries ?? {});
  const evaluations = entries.flatMap(([id, each]) =>
    each.evaluation ? [[id, each.evaluation] as const] : [],
  );
  const kept = held(
    Object.fromEntries(entries.map(([id, { training }]) => [id, training])),
    Object.fromEntries(evaluations),
  );
  expect(kept).toEqual(await team.truth());
  expect(copy.state).toEqual({ updatedSince: expect.any(String) });
});

test('the receiver of the README prints each genuine event once, and refuses other requests', async () => {
  const { folder, code } = await programWith('team-api/webhooks/express');
  const port = await freePort();
  expect(code).toContain('8080');
  await writeFile(path.join(folder, 'receiver.mjs'), code.replace('8080', String(port)));
  const secret = 'whsec_4fT9xQm2LrV7bKc1WnZ8sYd5HgJ3pEa6UtRi0oBvNqM';
  const env = { SIGNING_SECRET: secret };
  const child = spawn(process.execPath, ['receiver.mjs'], { cwd: folder, env });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let printed = '';
  child.stdout.on('data', (part) => {
    printed += part;
  });
  const body = '{"id":"evt_1","type":"ping","data":{"team_id":"ten_1"}}';
  const send = async (key: string) => {
    const headers = { 'svc-signature': signatureHeader(key, body, Math.floor(Date.now() / 1000)) };
    const url = `http://127.0.0.1:${port}/webhooks`;
    const answer = await fetch(url, { method: 'POST', headers, body });
    return [answer.status, (await answer.text()).replace(/:.*/, '')];
  };
  await until('the receiver', () => send('whsec_other').catch(() => null));
  expect(await send('whsec_other')).toEqual([400, 'wrong_secret']);
  expect(await send(secret)).toEqual([200, 'handled']);
  expect(await send(secret)).toEqual([200, 'handled before']);
  await until('the event', () => printed.includes('ping'));
  expect(printed.match(/ping/g)).toHaveLength(1);
});
