import { expect, test } from 'vitest';
import { childOf } from '../harness/process-tree.ts';
import { get, postmasterOf, READY, Spawned, usedInstallation } from '../harness/spawned.ts';
import { until } from '../harness/until.ts';

const kill = (main: Spawned) => process.kill(childOf(main.pid) ?? 0, 'SIGKILL');

test('a server that has died is started again, and says so; SIGTERM in the pause before a start ends `npm start`', async () => {
  const env = await usedInstallation();
  const main = await new Spawned('src/main.ts', env).says(READY);
  kill(main);
  await main.says('The server has ended by SIGKILL, and is started again in 0.5 s ...');
  await until('another start', () => main.stdout.split(READY).length === 3, 60_000);
  expect((await get(env, '/readyz')).status).toBe(200);
  kill(main);
  await until('another end', () => main.stderr.split('is started again').length === 3);
  expect(await main.stop()).toBe(0);
  expect(childOf(main.pid)).toBeUndefined();
});

test('the pauses before starts grow, and the fifth end within a minute ends `npm start` with the reason', async () => {
  const env = await usedInstallation();
  const main = await new Spawned('src/main.ts', env).says(READY);
  for (const pause of [0.5, 1, 2, 4]) {
    kill(main);
    await main.says(`by SIGKILL, and is started again in ${pause} s ...`);
    await until('another server', () => childOf(main.pid));
  }
  kill(main);
  expect(await main.ended).toEqual({ code: 1, signal: null });
  expect(main.stderr).toContain(
    'The server has ended 5 times within a minute, the last time by SIGKILL; the lines above say why',
  );
  await until('PostgreSQL to end', async () => !(await postmasterOf(env.DATA_DIR)));
});
