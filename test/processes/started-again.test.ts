import { expect, test } from 'vitest';
import { childOf } from '../harness/process-tree.ts';
import { get, postmasterOf, READY, Spawned, usedInstallation } from '../harness/spawned.ts';
import { until } from '../harness/until.ts';

test('a server that has died is started again with growing pauses, and the fifth end within a minute ends `npm start`', async () => {
  const env = await usedInstallation();
  const main = await new Spawned('src/main.ts', env).says(READY);
  const starts = () => main.stdout.split(READY).length - 1;
  const first = childOf(main.pid) ?? 0;
  process.kill(first, 'SIGKILL');
  await main.says('The server has ended by SIGKILL, and is started again in 0.5 s ...');
  await until('another start', () => starts() === 2, 60_000);
  expect((await get(env, '/readyz')).status).toBe(200);

  let victim = first;
  for (const pause of [1, 2, 4, undefined]) {
    await until('another server', () => {
      const next = childOf(main.pid);
      const isNew = next !== undefined && next !== victim;
      if (isNew) victim = next;
      return isNew;
    });
    process.kill(victim, 'SIGKILL');
    if (pause) await main.says(`by SIGKILL, and is started again in ${pause} s ...`);
  }
  expect(await main.ended).toEqual({ code: 1, signal: null });
  expect(main.stderr).toContain(
    'The server has ended 5 times within a minute, the last time by SIGKILL; the lines above say why',
  );
  await until('PostgreSQL to end', async () => !(await postmasterOf(env.DATA_DIR)));
});

test('SIGTERM in the pause before a start ends `npm start` at once', async () => {
  const env = await usedInstallation();
  const main = await new Spawned('src/main.ts', env).says(READY);
  process.kill(childOf(main.pid) ?? 0, 'SIGKILL');
  await main.says('is started again in 0.5 s');
  expect(await main.stop()).toBe(0);
  expect(childOf(main.pid)).toBeUndefined();
});
