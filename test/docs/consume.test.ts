import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { read } from '../events/harness/feed.ts';
import { runProgram } from '../harness/run-program.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { linkSdk } from '../sdk/harness/link-sdk.ts';
import { sdkPrograms } from './harness/sdk-programs.ts';

const api = useApi();

test('the consumer of the guide keeps each event once, however often it is killed, and ends by SIGTERM', async () => {
  const team = await makeTeam(api(), { seats: 300 });
  const first = await read(team);
  // The program finds `pg` in the project.
  const folder = await mkdtemp(path.resolve('test-results/consume-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  linkSdk(folder);
  const { code = '' } =
    sdkPrograms('ts').find((each) => each.code.includes('events.consume')) ?? {};
  await writeFile(path.join(folder, 'consume.mjs'), code);
  const env = { API: api().url, KEY: team.key, DATABASE_URL: api().database.url };
  const rowsOf = (table: string) =>
    api()
      .sql.query(`select id from ${table}`)
      .then(
        ({ rows }) => rows.map(({ id }) => id),
        () => [],
      );
  /** Runs the program until the moment, and ends it then. */
  const runUntil = (moment: () => Promise<unknown>, signal: NodeJS.Signals) => {
    const end = async (child: ChildProcess) => {
      await until('the moment', moment);
      child.kill(signal);
    };
    let ended: Promise<void> | undefined;
    const run = runProgram('consume.mjs', {
      cwd: folder,
      env,
      onStart: (child) => {
        ended = end(child);
      },
    });
    return Promise.all([run, ended]).then(([outcome]) => outcome);
  };
  const has = (count: number) => async () => (await rowsOf('team_event')).length >= count;
  const begun = async () => (await rowsOf('team_cursor')).length === 1;
  expect(await runUntil(begun, 'SIGKILL')).toMatchObject({ code: null, stderr: '' });
  for (const [runs, signal] of (['SIGKILL', 'SIGKILL', 'SIGTERM'] as const).entries()) {
    for (let n = 0; n < 60; n += 1) await team.addMember();
    // A page has 50 events: the first runs are killed between two pages.
    const count = signal === 'SIGTERM' ? 180 : 60 * runs + 1;
    const { code: exit, stderr } = await runUntil(has(count), signal);
    expect([exit, stderr]).toEqual([signal === 'SIGTERM' ? 0 : null, '']);
  }
  const { data } = await read(team, { cursor: first.cursor, limit: '200' });
  expect(data).toHaveLength(180);
  expect((await rowsOf('team_event')).toSorted()).toEqual(data.map(({ id }) => id).toSorted());
});
