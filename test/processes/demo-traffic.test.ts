import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { READY, Spawned, usedInstallation } from '../harness/spawned.ts';

test('the demo team of this release gets new traffic, and the demo team of an older release does not', async () => {
  const env = await usedInstallation();
  const traffic = path.join(env.DATA_DIR, 'demo-traffic.json');
  const file = path.join(env.DATA_DIR, 'demo.json');
  const { made_at, ...older } = JSON.parse(await readFile(file, 'utf8'));
  const runs = async (demo: object) => {
    await writeFile(file, JSON.stringify(demo));
    const server = new Spawned('src/main.ts', { ...env, DEMO_TRAFFIC: 'on' });
    await server.says(READY);
    // A stop waits for the step that has begun.
    expect(await server.stop()).toBe(0);
    return existsSync(traffic);
  };
  expect(await runs(older)).toBe(false);
  expect(await runs({ ...older, made_at })).toBe(true);
});
