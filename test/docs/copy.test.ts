import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { listsOf } from '../changes/harness/copy.ts';
import { closeProxies, FaultyProxy } from '../harness/faulty-proxy.ts';
import { runs } from '../harness/rounds.ts';
import { insertCase, insertScoredTraining } from '../harness/rows.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld } from '../harness/world.ts';
import { linkSdk } from '../sdk/harness/link-sdk.ts';
import { sdkPrograms } from './harness/sdk-programs.ts';

const api = useApi();
closeProxies();
beforeAll(() => makeGlobalCatalog(api()));

type Stored = { type: string; id: string; object: Record<string, unknown> };
const all = 'select type, id, object from team_object';

/** The copies of the guide. The last one, for which `npm run chaos` needs `python3`, has a file like the second. */
const programs = (
  [
    ['ts', "from 'pg'"],
    ['ts', 'node:sqlite'],
    ['python', 'import json, os, signal, sqlite3'],
  ] as const
).slice(0, runs({ few: 2, all: 3 }));

test.each(programs)(
  'the copy of the guide in %s, %s, is whole, however often it is killed, and ends by SIGTERM',
  async (language, imported) => {
    const { team, memberId, invited, assignment } = await makeWorld(api());
    for (let n = 0; n < 300; n += 1) await insertCase(team);
    // The program finds `pg` in the project.
    const folder = await mkdtemp(path.resolve('test-results/copy-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    linkSdk(folder);
    const copies = sdkPrograms(language).filter(({ code }) => /\bcopy\(/.test(code));
    const { code = '' } = copies.find((each) => each.code.includes(imported)) ?? {};
    await writeFile(path.join(folder, 'whole.mjs'), code);
    const { url } = await FaultyProxy.open(api(), () => 'none');
    const env = { API: url, KEY: team.key, DATABASE_URL: api().database.url };
    const python = { ...process.env, ...env, PYTHONPATH: path.resolve('dist/sdk/python') };

    const rows = async (): Promise<Stored[]> => {
      if (imported.includes('pg')) return (await api().sql.query(all)).rows;
      using db = new DatabaseSync(path.join(folder, 'team.sqlite'));
      const found = db.prepare(all).all() as { type: string; id: string; object: string }[];
      return found.map((row) => ({ ...row, object: JSON.parse(row.object) }));
    };
    const count = () =>
      rows().then(
        ({ length }) => length,
        () => 0,
      );
    const objects = async () => {
      const found = (await rows()).map(({ type, id, object }): [string, unknown] => {
        const { synced_at: _, ...rest } = object;
        return [`${type} ${id}`, rest];
      });
      return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
    };
    const isWhole = async () => isDeepStrictEqual(await objects(), await listsOf(team));

    /** Runs the program until the moment, and ends it then. */
    const runUntil = async (moment: () => Promise<unknown>, signal: NodeJS.Signals) => {
      const child: ChildProcess =
        language === 'ts'
          ? spawn(process.execPath, ['whole.mjs'], { cwd: folder, env })
          : spawn('python3', ['-B', '-c', code], { cwd: folder, env: python });
      child.stdout?.resume();
      const ended = Promise.all([once(child, 'close'), child.stderr ? text(child.stderr) : '']);
      await until('the moment', moment).finally(() => child.kill(signal));
      const [[exit], stderr] = await ended;
      return [exit, stderr];
    };
    expect(await runUntil(async () => (await count()) > 0, 'SIGKILL')).toEqual([null, '']);
    expect(await count()).toBeLessThan(300);
    await team.request('PATCH', `/assignments/${assignment}`, { body: { note: 'Anew' } });
    expect(await runUntil(isWhole, 'SIGKILL')).toEqual([null, '']);
    await insertScoredTraining(team, { member_id: memberId });
    await team.request('DELETE', `/users/${invited}`);
    await team.request('DELETE', `/users/${memberId}`);
    expect(await runUntil(isWhole, 'SIGKILL')).toEqual([null, '']);
    // While nobody reads, the cursor expires and a case is deleted.
    await api().sql.query('select end_change_feed($1)', [team.tenantId]);
    await api().sql.query('delete from team_case where tenant_id = $1 and title is not null', [
      team.tenantId,
    ]);
    expect(await runUntil(isWhole, 'SIGTERM')).toEqual([0, '']);
    expect(await objects()).toEqual(await listsOf(team));
  },
);
