import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { TestApi } from '../harness/api.ts';

const build = path.resolve(import.meta.dirname, '../../dist/docs');
const files = ['{de,en}/operators{.*,/**}', 'assets/search-operators-*'].flatMap((pattern) =>
  globSync(pattern, { cwd: build, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => path.relative(build, path.join(entry.parentPath, entry.name))),
);
const addresses = [...files, 'en/operators', 'de/operators', 'en/operators/intake'];

/** The statuses of all addresses of the handbook. */
async function statuses(env: Record<string, string>): Promise<number[]> {
  const api = await TestApi.start({ env });
  onTestFinished(() => api.stop());
  const answers = addresses.map((address) =>
    fetch(`http://127.0.0.1:${api.port}/docs/${address}`, { redirect: 'follow' }),
  );
  const found = (await Promise.all(answers)).map(({ status }) => status);
  return [...new Set(found)];
}

test('OPERATOR_DOCS=off: no page, Markdown or search of the handbook is served', async () => {
  expect(files.length).toBeGreaterThan(8);
  expect(await statuses({})).toEqual([200]);
  expect(await statuses({ OPERATOR_DOCS: 'off' })).toEqual([404]);
});

test('OPERATOR_DOCS is off with NODE_ENV=production, unless it is on', async () => {
  expect(await statuses({ NODE_ENV: 'production' })).toEqual([404]);
  expect(await statuses({ NODE_ENV: 'production', OPERATOR_DOCS: 'on' })).toEqual([200]);
});

test('OPERATOR_DOCS=off: customers have all of their pages', async () => {
  const api = await TestApi.start({ env: { OPERATOR_DOCS: 'off' } });
  onTestFinished(() => api.stop());
  for (const address of ['/docs/en/', '/docs/de/guides/webhooks', '/llms.txt']) {
    const answer = await fetch(`http://127.0.0.1:${api.port}${address}`);
    expect([answer.status, (await answer.text()).includes('operators')]).toEqual([200, false]);
  }
});
