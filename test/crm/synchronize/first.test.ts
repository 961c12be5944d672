import { expect, test } from 'vitest';
import { synchronize } from '../../../src/worker/crm/synchronize/synchronize.ts';
import { makeTeam } from '../../harness/team.ts';
import { useApi } from '../../harness/use-api.ts';
import { chanceOf } from '../harness/chance.ts';
import { allTheTime, claimNow, depsWith, insertConnection } from '../harness/connection.ts';
import { World } from '../harness/world.ts';

const api = useApi();

test('a first synchronization brings the deals and the objections of a CRM', async () => {
  const team = await makeTeam(api());
  const world = new World(chanceOf(1));
  world.live(200);
  world.calm();
  const id = await insertConnection(team, { settings: { notes: true } });
  const claim = await claimNow(team, api().pool, id);
  const deps = depsWith(api().pool, world.connector());
  expect(await synchronize(deps, { ...claim, claimedAt: new Date(world.now) }, allTheTime)).toBe(
    'ok',
  );
  const { rows } = await api().sql.query(
    'select external_id, amount from crm_deal where tenant_id = $1 order by external_id',
    [team.tenantId],
  );
  const expected = world
    .deals()
    .map(({ externalId, amount }) => ({ external_id: externalId, amount }));
  expect(rows).toEqual(expected.toSorted((a, b) => (a.external_id < b.external_id ? -1 : 1)));
  const run = await api().sql.query('select * from crm_sync_run where tenant_id = $1', [
    team.tenantId,
  ]);
  expect(run.rows).toMatchObject([{ status: 'ok', is_full: true, inserted: expected.length }]);
});
