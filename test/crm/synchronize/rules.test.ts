import { describe, expect, test } from 'vitest';
import { synchronize } from '../../../src/worker/crm/synchronize/synchronize.ts';
import { makeTeam } from '../../harness/team.ts';
import { useApi } from '../../harness/use-api.ts';
import { allTheTime } from '../harness/connection.ts';
import { Crash, crashingPool } from '../harness/crashing-pool.ts';
import { aDeal, aNote, PlainCrm } from '../harness/plain-crm.ts';

const api = useApi();
const many = (count: number) => Array.from({ length: count }, (_, n) => aDeal(`${1000 + n}`));
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);

describe('the stored records', () => {
  test('an amount keeps every digit, and a text loses what PostgreSQL cannot store', async () => {
    const crm = await PlainCrm.of(await makeTeam(api()));
    const amount = '123456789012345678901234567890.1234567890123456789000';
    crm.deals = [aDeal('1', { amount, title: 'a\0b\ud800' }), aDeal('2', { amount: '18400.50' })];
    expect(await crm.synchronize()).toBe('ok');
    expect(await crm.stored()).toMatchObject([
      { amount, title: 'ab\ufffd' },
      { amount: '18400.50' },
    ]);
  });

  test('a text that people read is stored without the blanks around it, whatever the connector', async () => {
    const crm = await PlainCrm.of(await makeTeam(api()));
    crm.deals = [
      aDeal('1', { title: ' \u00a0both ends\t', outcome: 'lost', lostReason: ' price \n' }),
      aDeal('2', { title: ' \n ' }),
    ];
    expect(await crm.synchronize()).toBe('ok');
    expect(await crm.stored()).toMatchObject([
      { title: 'both ends', lost_reason: 'price' },
      { title: null },
    ]);
  });

  test('ids that differ by case alone are two deals', async () => {
    const crm = await PlainCrm.of(await makeTeam(api()));
    crm.deals = [aDeal('006aB'), aDeal('006Ab')];
    await crm.synchronize();
    expect(await crm.storedIds()).toHaveLength(2);
  });

  test('an unchanged row is not written, and an older version changes nothing', async () => {
    const crm = await PlainCrm.of(await makeTeam(api()));
    const changedAt = later(1);
    crm.deals = [aDeal('1', { changedAt }), aDeal('2', { changedAt, lostReason: 'price' })];
    await crm.synchronize();
    const before = await crm.stored();
    await crm.synchronize();
    expect(crm.requests.at(-1)?.window.since).not.toBe(null);
    expect(await crm.stored()).toEqual(before);
    crm.deals = [aDeal('2', { changedAt: later(0), title: 'older', lostReason: 'budget' })];
    await crm.synchronize();
    expect(await crm.stored()).toEqual(before);
    expect(await crm.objections()).toEqual(['lost_reason 2 price']);
  });

  test('a deal that comes back keeps its id and its time', async () => {
    const crm = await PlainCrm.of(await makeTeam(api()));
    crm.deals = many(2);
    await crm.synchronize();
    const before = await crm.stored();
    crm.deals = many(1);
    await crm.set('read_again = true');
    await crm.synchronize();
    expect(await crm.storedIds()).toEqual(['1000']);
    crm.deals = many(2);
    await crm.set('read_again = true');
    await crm.synchronize();
    const ids = (rows: Record<string, unknown>[]) =>
      rows.map(({ id, created_at }) => [id, created_at]);
    expect(ids(await crm.stored())).toEqual(ids(before));
  });

  test('deals outside of the chosen pipelines go without a question, however many there are', async () => {
    const crm = await PlainCrm.of(await makeTeam(api()));
    crm.deals = many(40).map((deal, n) => ({ ...deal, pipelineId: n < 5 ? 'a' : 'b' }));
    await crm.synchronize();
    await crm.set(`settings = settings || '{"pipelines": ["a"]}', read_again = true`);
    expect(await crm.synchronize()).toBe('ok');
    expect(await crm.storedIds()).toHaveLength(5);
  });

  test('two teams with the same account each have their own rows', async () => {
    const [one, other] = [await makeTeam(api()), await makeTeam(api())];
    const [mine, theirs] = [await PlainCrm.of(one), await PlainCrm.of(other)];
    mine.deals = many(3);
    theirs.deals = many(3);
    await theirs.synchronize();
    const before = await theirs.stored();
    await mine.synchronize();
    mine.deals = [aDeal('1000', { title: 'mine', changedAt: later(1) })];
    await mine.set('read_again = true');
    await mine.synchronize();
    expect(await mine.stored()).toMatchObject([{ title: 'mine', tenant_id: one.tenantId }]);
    expect(await theirs.stored()).toEqual(before);
  });
});

describe('objections', () => {
  test('come from lost reasons, the chosen field and notes; a changed note replaces its own alone', async () => {
    const crm = await PlainCrm.of(await makeTeam(api()), { settings: { notes: true } });
    crm.deals = [aDeal('1', { outcome: 'lost', lostReason: 'price', objections: ['timing'] })];
    crm.notes = [
      aNote('n1', '1', 'price budget'),
      aNote('n2', '1', 'timing'),
      aNote('n3', 'x', 'price'),
    ];
    await crm.synchronize();
    expect(await crm.objections()).toEqual([
      'field 1 timing',
      'lost_reason 1 price',
      'note n1 budget',
      'note n1 price',
      'note n2 timing',
    ]);
    const idsOf = async (source: string) =>
      (
        await api().sql.query(
          'select id from crm_objection where connection_id = $1 and source_id = $2 order by id',
          [crm.connectionId, source],
        )
      ).rows;
    const kept = await idsOf('n2');
    crm.notes = [
      { ...aNote('n1', '1', 'timing'), changedAt: later(0) },
      aNote('n2', '1', 'timing'),
    ];
    await crm.synchronize();
    expect(await crm.objections()).toEqual([
      'field 1 timing',
      'lost_reason 1 price',
      'note n1 timing',
      'note n2 timing',
    ]);
    expect(await idsOf('n2')).toEqual(kept);

    await crm.set(`settings = settings || '{"notes": false}'`);
    await crm.synchronize();
    expect(await crm.objections()).toEqual(['field 1 timing', 'lost_reason 1 price']);
  });
});

describe('turns', () => {
  test('the run of a killed worker is taken over where its cursor stands', async () => {
    const crm = await PlainCrm.of(await makeTeam(api()));
    crm.deals = many(10);
    crm.pageSize = 2;
    let reads = 0;
    crm.before = () => {
      reads += 1;
      if (reads === 4) throw new Crash('killed');
    };
    const pool = crashingPool(api().pool, 30);
    const dead = synchronize(crm.deps({ pool }), await crm.claim(), allTheTime);
    await dead.catch(() => undefined);
    const [before] = await crm.runs();
    expect(before).toMatchObject({ status: 'running' });
    crm.before = () => undefined;
    expect(await crm.synchronize()).toBe('ok');
    const runs = await crm.runs();
    expect(runs).toMatchObject([{ id: before?.id, status: 'ok', inserted: 10 }]);
    expect(crm.requests.filter(({ after }) => after === null)).toHaveLength(1);
  });

  test('a worker that has lost its lease writes nothing more', async () => {
    const crm = await PlainCrm.of(await makeTeam(api()));
    crm.deals = many(4);
    crm.pageSize = 2;
    crm.before = async ({ after }) => {
      if (after === '2') await crm.set('lease_no = lease_no + 1');
    };
    expect(await crm.synchronize()).toBe('lease_lost');
    expect(await crm.storedIds()).toHaveLength(2);
  });

  test('a connection that is paused in the middle of a run stops, and goes on from there when it is resumed', async () => {
    const crm = await PlainCrm.of(await makeTeam(api()));
    crm.deals = many(4);
    crm.pageSize = 2;
    crm.before = async ({ after }) => {
      if (after === '2') await crm.set("state = 'paused', next_sync_at = null");
    };
    expect(await crm.synchronize()).toBe('stopped');
    expect(await crm.row()).toMatchObject({ state: 'paused', leased_at: null, next_sync_at: null });
    expect(await crm.runs()).toMatchObject([{ status: 'stopped' }]);
    crm.before = () => undefined;
    await crm.set("state = 'active', next_sync_at = now()");
    expect(await crm.synchronize()).toBe('ok');
    expect(crm.requests.map(({ after }) => after)).toEqual([null, '2', '2']);
    expect(await crm.storedIds()).toHaveLength(4);
  });

  test('a run that somebody asks for during another run is due when the other run ends', async () => {
    const crm = await PlainCrm.of(await makeTeam(api()));
    crm.before = async () => {
      await crm.set("next_sync_at = now(), next_cause = 'person'");
    };
    await crm.synchronize();
    expect(await crm.row()).toMatchObject({ next_in: 0, next_cause: 'person' });
  });

  test('a long synchronization gives other connections their turn, and loses no record', async () => {
    const crm = await PlainCrm.of(await makeTeam(api()));
    crm.deals = many(4);
    crm.pageSize = 1;
    const slice = { ...allTheTime, maxMs: -1 };
    expect(await synchronize(crm.deps(), await crm.claim(), slice)).toBe('yielded');
    expect(await crm.row()).toMatchObject({ leased_at: null, next_in: 0 });
    expect(await crm.synchronize()).toBe('ok');
  });

  test('a run without a change sends one request for each stream and makes one transaction', async () => {
    const crm = await PlainCrm.of(await makeTeam(api()), { settings: { notes: true } });
    crm.deals = many(3);
    await crm.synchronize();
    crm.requests.length = 0;
    crm.deals = [];
    const claim = await crm.claim();
    let transactions = 0;
    const pool = new Proxy(api().pool, {
      get(target, name) {
        if (name === 'connect') transactions += 1;
        const value = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    expect(await synchronize(crm.deps({ pool }), claim, allTheTime)).toBe('ok');
    expect(crm.requests.map(({ stream }) => stream)).toEqual(['deals', 'notes']);
    expect(transactions).toBe(1);
  });
});
