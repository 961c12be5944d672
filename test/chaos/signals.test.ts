import { expect, test } from 'vitest';
import { rounds } from '../harness/rounds.ts';
import { get, postmasterOf, READY, Spawned, usedInstallation } from '../harness/spawned.ts';
import { until } from '../harness/until.ts';

test.each(rounds({ few: 1, all: 10 }))(
  'round %i: after kill -9 of the owner nothing is left, and the next start works',
  async () => {
    const env = await usedInstallation();
    const first = await new Spawned('src/main.ts', env).says(READY);
    first.child.kill('SIGKILL');
    await until('PostgreSQL to end', async () => !(await postmasterOf(env.DATA_DIR)));
    const second = await new Spawned('src/main.ts', env).says(READY);
    expect((await get(env, '/readyz')).status).toBe(200);
    expect(await second.stop()).toBe(0);
  },
);
