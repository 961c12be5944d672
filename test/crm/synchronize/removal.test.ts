import { describe, expect, test } from 'vitest';
import { removeConnection } from '../../../src/worker/crm/synchronize/remove-connection.ts';
import { makeTeam } from '../../harness/team.ts';
import { useApi } from '../../harness/use-api.ts';
import { allTheTime } from '../harness/connection.ts';
import { Crash, crashingPool } from '../harness/crashing-pool.ts';
import { aDeal, PlainCrm } from '../harness/plain-crm.ts';

const api = useApi();
const many = (count: number) => Array.from({ length: count }, (_, n) => aDeal(`${1000 + n}`));

describe('a connection that is removed', () => {
  test('is removed in pieces, with all its rows and no others, and the next worker continues after a kill', async () => {
    const team = await makeTeam(api());
    const [crm, other] = [await PlainCrm.of(team), await PlainCrm.of(team)];
    crm.deals = many(2_500).map((deal) => ({ ...deal, lostReason: 'price' }));
    crm.pageSize = 1_000;
    other.deals = many(3);
    await other.synchronize();
    await crm.synchronize();
    crm.deals = crm.deals.slice(1);
    await crm.set('read_again = true');
    await crm.synchronize();
    await crm.set("state = 'removing', next_sync_at = now()");
    const pool = crashingPool(api().pool, 6);
    const dead = removeConnection(crm.deps({ pool }), await crm.claim(), allTheTime);
    await expect(dead).rejects.toThrow(Crash);
    const left = (await crm.storedIds()).length;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(2_499);
    expect(await removeConnection(crm.deps(), await crm.claim(), allTheTime)).toBe('removed');
    for (const table of [
      'crm_deal',
      'crm_objection',
      'crm_sync_run',
      'crm_cursor',
      'crm_long_note',
      'crm_owner',
      'crm_former_deal',
    ]) {
      const text = `select from ${table} where connection_id = $1`;
      expect([table, (await api().sql.query(text, [crm.connectionId])).rowCount]).toEqual([
        table,
        0,
      ]);
    }
    expect(await crm.row()).toBe(undefined);
    expect(await other.storedIds()).toHaveLength(3);
  });
});
