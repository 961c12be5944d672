import { writeFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { erasureApply } from '../../src/cli/erasure-commands.ts';
import { emptyTeam } from '../../src/features/team/empty-team.ts';
import { systemSteps } from '../../src/operation/system-call.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { changeRetention } from '../../src/worker/housekeeping/change-retention.ts';
import { runHousekeeping } from '../../src/worker/housekeeping/start-housekeeping.ts';
import { runErasures } from '../erasure/harness/erase.ts';
import { cursorExpired, faultOf } from '../events/harness/feed.ts';
import { makeSession } from '../harness/app.ts';
import { links } from '../harness/mailed-links.ts';
import { freshFile, runCommand } from '../harness/run-command.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld } from '../harness/world.ts';
import { ask, Copy } from './harness/copy.ts';

const api = useApi();

beforeAll(() => makeGlobalCatalog(api()));

const houseKept = () => {
  const { sql: pool, clock } = api();
  const deps = { pool, clock, log: createLogger('silent'), links };
  return runHousekeeping(deps, { rules: changeRetention() });
};

const keptOf = async (tenantId: string): Promise<number> =>
  (await api().sql.query('select from changed_object where tenant_id = $1', [tenantId])).rowCount ??
  0;

test('D186: a deletion is known for 90 days, live objects for ever', async () => {
  const { team, assignment, memberId } = await makeWorld(api());
  const [before, after] = [new Copy(team), new Copy(team)];
  await before.follow();
  await after.follow();
  await team.request('DELETE', `/users/${memberId}`);
  await after.follow();
  for (let day = 0; day < 89; day += 44) {
    api().clock.travel(44 * DAY_MS);
    await houseKept();
    await after.follow();
  }
  api().clock.travel(3 * DAY_MS);
  await houseKept();
  expect(faultOf(await ask(team, { cursor: before.cursor ?? '' }))).toEqual(cursorExpired);
  await after.follow();
  await after.expectWhole();
  // What has changed and is there stays.
  await team.request('PATCH', `/assignments/${assignment}`, { body: { note: 'later' } });
  await after.follow();
  await after.expectWhole();
});

test('D187: the erasure of a member is told to readers of every personal type, and is known for a year', async () => {
  const world = await makeWorld(api());
  const { team, memberId } = world;
  const copies = [new Copy(team), new Copy(team, ['case']), new Copy(team, ['training'])];
  const deals = new Copy(team, ['deal', 'objection']);
  for (const copy of [...copies, deals]) await copy.follow();
  const owner = await makeSession(team, team.owner);
  await team.request('DELETE', `/users/${memberId}`);
  for (const copy of copies) await copy.follow();
  await owner.app.members.erase.mutate({ member_id: memberId });
  await runErasures(api());
  for (const copy of copies) {
    expect(await copy.follow()).toContainEqual({
      type: 'member',
      id: memberId,
      member_id: memberId,
      change: 'erased',
      object: null,
    });
    await copy.expectWhole();
    expect(JSON.stringify(copy.objects)).not.toContain(world.member.email);
  }
  expect(await deals.follow()).toEqual([]);
  for (let month = 0; month < 5; month++) {
    api().clock.travel(60 * DAY_MS);
    await copies[0]?.follow();
    await houseKept();
  }
  const { rows } = await api().sql.query(
    `select type from changed_object where tenant_id = $1 and id = $2 order by type`,
    [team.tenantId, memberId],
  );
  expect(rows).toEqual([{ type: 'member' }, { type: 'removal' }]);
});

test('D186: a list that nobody has read for 90 days ends, and keeps nothing', async () => {
  const { team, assignment } = await makeWorld(api());
  const copy = new Copy(team);
  await copy.follow();
  await team.request('PATCH', `/assignments/${assignment}`, { body: { note: 'a' } });
  await copy.follow();
  api().clock.travel(92 * DAY_MS);
  await houseKept();
  await houseKept();
  expect(await keptOf(team.tenantId)).toBe(0);
  await team.request('PATCH', `/assignments/${assignment}`, { body: { note: 'b' } });
  const { rows } = await api().sql.query('select from change_note where tenant_id = $1', [
    team.tenantId,
  ]);
  expect(rows).toEqual([]);
  expect(faultOf(await ask(team, { cursor: copy.cursor ?? '' }))).toEqual(cursorExpired);
});

test('D186: after `erasure apply` the cursor has expired, because a restored copy of files does not know that it is one', async () => {
  const { team } = await makeWorld(api());
  const copy = new Copy(team);
  await copy.follow();
  const from = await freshFile('erasures.ndjson');
  await writeFile(from, '');
  await runCommand(api(), erasureApply, { from });
  expect(faultOf(await ask(team, { cursor: copy.cursor ?? '' }))).toEqual(cursorExpired);
});

test('D186: after a reset of the sandbox the cursor has expired, and a new copy is whole', async () => {
  const { team } = await makeWorld(api());
  const copy = new Copy(team);
  await copy.follow();
  const steps = systemSteps(api().sql, team.tenantId, api().clock.now());
  await emptyTeam(steps, { keepsInterfaces: true });
  expect(faultOf(await ask(team, { cursor: copy.cursor ?? '' }))).toEqual(cursorExpired);
  const anew = new Copy(team);
  await anew.follow();
  expect(anew.objects).toEqual({});
});
