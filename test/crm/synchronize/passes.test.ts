import { describe, expect, test } from 'vitest';
import { CrmFailure, QuotaWait } from '../../../src/crm/crm-failure.ts';
import { makeTeam } from '../../harness/team.ts';
import { useApi } from '../../harness/use-api.ts';
import { aDeal, aNote, PlainCrm } from '../harness/plain-crm.ts';

const api = useApi();
const many = (count: number, from = 1000) =>
  Array.from({ length: count }, (_, n) => aDeal(`${from + n}`));

async function crmWith(count: number): Promise<PlainCrm> {
  const crm = await PlainCrm.of(await makeTeam(api()));
  crm.deals = many(count);
  await crm.synchronize();
  return crm;
}

describe('a suspicious deletion', () => {
  test('the choice of fewer pipelines does not confirm that deals of the remaining pipelines are removed', async () => {
    const crm = await crmWith(60);
    await crm.set(`settings = settings || '{"pipelines": ["default"]}', read_again = true`);
    crm.deals = [];
    expect(await crm.synchronize()).toBe('failed');
    expect(await crm.row()).toMatchObject({ failed_for: 'suspicious_deletion' });
    expect(await crm.storedIds()).toHaveLength(60);
  });

  test.each([
    [30, 'ok'],
    [31, 'failed'],
  ])('at most half of the deals are removed without a question: %i of 60', async (gone, end) => {
    const crm = await crmWith(60);
    crm.deals = many(60 - gone);
    await crm.set('read_again = true');
    expect(await crm.synchronize()).toBe(end);
    expect(await crm.storedIds()).toHaveLength(end === 'ok' ? 60 - gone : 60);
  });

  test.each([
    [130, 'ok'],
    [131, 'failed'],
  ])(
    'if 100 were confirmed, a tenth more and twenty are removed without a question: %i',
    async (gone, end) => {
      const crm = await crmWith(150);
      crm.deals = many(150 - gone);
      await crm.set('read_again = true, deletion_confirmed = 100');
      expect(await crm.synchronize()).toBe(end);
      expect(await crm.storedIds()).toHaveLength(end === 'ok' ? 150 - gone : 150);
    },
  );

  test('new deals do not hide that as many others are gone', async () => {
    const crm = await crmWith(60);
    crm.deals = many(60, 5000);
    await crm.set('read_again = true');
    expect(await crm.synchronize()).toBe('failed');
    expect((await crm.runs()).at(-1)).toMatchObject({ failure: { gone: 60, of: 60 } });
    expect(await crm.storedIds()).toHaveLength(120);
  });

  test('begins above half: of 42 deals, 21 are removed without a question, and 22 are not', async () => {
    const crm = await crmWith(42);
    crm.deals = many(20);
    await crm.set('read_again = true');
    expect(await crm.synchronize()).toBe('failed');
    expect((await crm.runs()).at(-1)).toMatchObject({ failure: { gone: 22, of: 42 } });
    crm.deals = many(21);
    await crm.set('read_again = true');
    expect(await crm.synchronize()).toBe('ok');
    expect(await crm.storedIds()).toHaveLength(21);
  });

  test('can also concern the objections from notes', async () => {
    const crm = await PlainCrm.of(await makeTeam(api()), { settings: { notes: true } });
    crm.deals = many(1);
    const notes = Array.from({ length: 44 }, (_, n) => aNote(`n${n}`, '1000', 'price'));
    crm.notes = notes;
    await crm.synchronize();
    expect(await crm.objections()).toHaveLength(44);
    crm.notes = notes.slice(0, 21);
    await crm.set('read_again = true');
    expect(await crm.synchronize()).toBe('failed');
    expect(await crm.row()).toMatchObject({ failed_for: 'suspicious_deletion' });
    expect((await crm.runs()).at(-1)).toMatchObject({
      failure: { gone: 23, of: 44, stream: 'notes' },
    });
    expect(await crm.objections()).toHaveLength(44);
    crm.notes = notes.slice(0, 22);
    await crm.set('read_again = true');
    expect(await crm.synchronize()).toBe('ok');
    expect(await crm.objections()).toHaveLength(22);
  });

  test('is confirmed for the number that was shown: if clearly more would go, the person is asked again', async () => {
    const crm = await crmWith(200);
    crm.deals = [];
    await crm.set('read_again = true, deletion_confirmed = 120');
    expect(await crm.synchronize()).toBe('failed');
    expect(await crm.row()).toMatchObject({ deletion_confirmed: null });
    expect((await crm.runs()).at(-1)).toMatchObject({ failure: { gone: 200, of: 200 } });
    crm.deals = many(70);
    await crm.set('deletion_confirmed = 120');
    expect(await crm.synchronize()).toBe('ok');
    expect(await crm.storedIds()).toHaveLength(70);
  });

  test('a confirmation that is given while a pass runs counts for the next pass', async () => {
    const crm = await crmWith(60);
    crm.deals = many(5);
    await crm.set('read_again = true');
    crm.before = async () => {
      await crm.set('deletion_confirmed = 55, read_again = true, next_sync_at = now()');
    };
    expect(await crm.synchronize()).toBe('failed');
    expect(await crm.row()).toMatchObject({ deletion_confirmed: 55, next_in: 0 });
    crm.before = () => undefined;
    expect(await crm.synchronize()).toBe('ok');
    expect(await crm.storedIds()).toHaveLength(5);
  });

  test('until a person answers, changes are read as usual, the question stays, and a day later it is asked again', async () => {
    const crm = await crmWith(60);
    crm.deals = [];
    await crm.set('read_again = true');
    expect(await crm.synchronize()).toBe('failed');
    crm.deals = [aDeal('1000', { title: 'changed', changedAt: new Date() })];
    expect(await crm.synchronize()).toBe('ok');
    expect((await crm.stored())[0]).toMatchObject({ title: 'changed' });
    const row = await crm.row();
    expect(row).toMatchObject({ failed_for: 'suspicious_deletion', failures: 1, next_in: 15 });
    expect(row.failing_since).not.toBeNull();
    await crm.set("full_at = full_at - interval '25 hours'");
    expect(await crm.synchronize()).toBe('failed');
    crm.deals = many(60);
    await crm.set("full_at = full_at - interval '25 hours'");
    expect(await crm.synchronize()).toBe('ok');
    expect(await crm.row()).toMatchObject({ failed_for: null, failing_since: null, failures: 0 });
  });
});

test('a single bad record on the last page of a full pass is set aside', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()));
  crm.deals = [...many(100), aDeal('2000', { amount: '1e7' })];
  expect(await crm.synchronize()).toBe('ok');
  expect((await crm.runs())[0]).toMatchObject({ is_full: true, inserted: 100, set_aside: 1 });
});

test('a pass with a record that could not be identified removes nothing, even if another run ends it', async () => {
  const crm = await crmWith(6);
  crm.pageSize = 2;
  crm.deals = many(5, 1001);
  crm.setAside = [{ externalId: null, field: 'id' }];
  await crm.set('read_again = true');
  crm.before = ({ after }) => {
    if (after === '2') throw new CrmFailure('unavailable', { status: 503 });
  };
  expect(await crm.synchronize()).toBe('failed');
  crm.before = () => undefined;
  crm.setAside = [];
  expect(await crm.synchronize()).toBe('ok');
  expect(await crm.storedIds()).toHaveLength(6);
  // The next pass reads all records again.
  await crm.set('read_again = true');
  expect(await crm.synchronize()).toBe('ok');
  expect(await crm.storedIds()).toHaveLength(5);
});

test('after a full pass of more than a day, changes are read before the next full pass', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()));
  crm.deals = many(3);
  crm.pageSize = 1;
  crm.before = ({ after }) => {
    if (after === '1') throw new QuotaWait(1000);
  };
  expect(await crm.synchronize()).toBe('waiting');
  await api().sql.query(
    `update crm_sync_run set started_at = started_at - interval '25 h' where connection_id = $1`,
    [crm.connectionId],
  );
  crm.before = () => undefined;
  expect(await crm.synchronize()).toBe('ok');
  expect(await crm.synchronize()).toBe('ok');
  expect((await crm.runs()).map(({ is_full }) => is_full)).toEqual([true, false]);
});

test('a run that a person asks for during a full pass happens after this pass', async () => {
  const crm = await crmWith(3);
  crm.pageSize = 1;
  await crm.set('read_again = true');
  crm.before = ({ after }) => (after === '1' ? crm.set('read_again = true').then() : undefined);
  expect(await crm.synchronize()).toBe('ok');
  expect(await crm.row()).toMatchObject({ read_again: true });
  crm.before = () => undefined;
  crm.deals = many(2);
  expect(await crm.synchronize()).toBe('ok');
  expect(await crm.storedIds()).toHaveLength(2);
  expect(await crm.row()).toMatchObject({ read_again: false });
});

test('an objection that a run reads again unchanged is not written', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()), { settings: { notes: true } });
  const changedAt = new Date(Date.now() + 60_000);
  crm.deals = [aDeal('1', { changedAt, outcome: 'lost', lostReason: 'price' })];
  crm.notes = [{ ...aNote('n1', '1', 'budget'), changedAt }];
  await crm.synchronize();
  const written = async () => {
    const text = 'select id, xmin::text from crm_objection where connection_id = $1 order by id';
    return (await api().sql.query(text, [crm.connectionId])).rows;
  };
  const before = await written();
  expect(before).toHaveLength(2);
  expect(await crm.synchronize()).toBe('ok');
  expect((await crm.runs()).at(-1)).toMatchObject({ is_full: false, records: 2 });
  expect(await written()).toEqual(before);
});

test('if a page has several versions of a deal, the newest is stored, and of equally new versions the last', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()));
  const version = (title: string, seconds: number) =>
    aDeal('1', { title, changedAt: new Date(Date.UTC(2026, 0, 4, 8, 0, seconds)) });
  crm.deals = [version('first', 1), version('second', 2), version('third', 2), version('old', 0)];
  await crm.synchronize();
  expect(await crm.stored()).toMatchObject([{ title: 'third' }]);
});

test('a text that is the lost reason of one deal can be an ordinary sentence in a note', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()), { settings: { notes: true } });
  crm.pageSize = 2;
  crm.deals = [aDeal('1', { outcome: 'lost', lostReason: 'hello', objections: ['hello'] })];
  crm.notes = [aNote('n1', '1', 'hello')];
  await crm.synchronize();
  expect(await crm.objections()).toEqual(['field 1 other', 'lost_reason 1 other']);
});

test('connecting again reads owners and fields at once', async () => {
  const crm = await crmWith(1);
  await crm.synchronize();
  expect(crm.references).toBe(1);
  await crm.set("next_cause = 'connected'");
  await crm.synchronize();
  expect(crm.references).toBe(2);
});

test('requests of the day before do not use up the budget of a day', async () => {
  const crm = await crmWith(2);
  await crm.set('daily_budget = 10, requests = 10000, requests_day = current_date - 1');
  crm.pageSize = 1;
  await crm.set('read_again = true');
  expect(await crm.synchronize()).toBe('ok');
  expect((await crm.row()).requests).toBeLessThan(10);
});
