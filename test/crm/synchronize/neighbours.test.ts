import { expect, test } from 'vitest';
import type { SourceDeal } from '../../../src/crm/connector.ts';
import { QuotaWait } from '../../../src/crm/crm-failure.ts';
import { makeTeam, type TestTeam } from '../../harness/team.ts';
import { useApi } from '../../harness/use-api.ts';
import { aDeal, aNote, PlainCrm } from '../harness/plain-crm.ts';

const api = useApi();
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const gone = (externalId: string) =>
  ({ kind: 'gone', externalId, changedAt: later(1) }) as unknown as SourceDeal;

/** Two connections of one team. Their accounts have records with the same ids. */
async function twoOf(team: TestTeam) {
  const settings = { notes: true };
  const crm = await PlainCrm.of(team, { settings });
  const other = await PlainCrm.of(team, { settings });
  for (const one of [crm, other]) {
    one.deals = ['1', '2', '3'].map((id) =>
      aDeal(id, { ownerId: 'o1', outcome: 'lost', lostReason: 'price' }),
    );
    one.notes = [aNote('n1', '1', 'budget'), aNote('n2', '2', 'timing')];
  }
  return { crm, other };
}

async function everythingOf(crm: PlainCrm) {
  const rows = async (text: string) => (await api().sql.query(text, [crm.connectionId])).rows;
  return {
    deals: await crm.stored(),
    objections: await rows('select * from crm_objection where connection_id = $1 order by id'),
    owners: await rows('select * from crm_owner where connection_id = $1 order by external_id'),
    former: await rows('select * from crm_former_deal where connection_id = $1 order by id'),
    cursors: await rows('select * from crm_cursor where connection_id = $1 order by stream'),
    runs: await crm.runs(),
  };
}

async function readAgain(crm: PlainCrm): Promise<void> {
  await crm.set('read_again = true');
  expect(await crm.synchronize()).toBe('ok');
}

const idOf = async (crm: PlainCrm, externalId: string) =>
  (await crm.stored()).find(({ external_id }) => external_id === externalId)?.id;

test('whatever happens to the records of one connection, the records of another connection with the same ids stay', async () => {
  const { crm, other } = await twoOf(await makeTeam(api()));
  await other.synchronize();
  await crm.synchronize();
  const [deals, notes] = [crm.deals, crm.notes];
  const before = await everythingOf(other);
  const steps: (() => Promise<unknown> | unknown)[] = [
    // The record is changed, then reported as gone, then missing, and then there again.
    () => {
      crm.notes = [{ ...aNote('n1', '1', 'price'), changedAt: later(1) }];
      crm.deals = [aDeal('1', { changedAt: later(1), lostReason: 'budget', outcome: 'lost' })];
    },
    () => {
      crm.deals = [gone('2'), ...deals.filter(({ externalId }) => externalId !== '2')];
    },
    () => {
      crm.deals = deals.slice(0, 1);
      crm.notes = [];
    },
    () => {
      [crm.deals, crm.notes] = [deals, notes];
    },
    () => crm.set(`settings = settings || '{"notes": false}'`),
  ];
  for (const step of steps) {
    await step();
    await readAgain(crm);
    expect(await everythingOf(other)).toEqual(before);
  }
  expect(await crm.objections()).toEqual([
    // The CRM sends an older version again, which changes nothing.
    'lost_reason 1 budget',
    'lost_reason 2 price',
    'lost_reason 3 price',
  ]);
});

test('a deal that comes back has the id that it had in its connection', async () => {
  const { crm, other } = await twoOf(await makeTeam(api()));
  other.deals = [aDeal('1'), aDeal('9')];
  crm.deals = [aDeal('1')];
  await other.synchronize();
  await crm.synchronize();
  const formerId = await idOf(other, '9');
  other.deals = [aDeal('1')];
  await readAgain(other);
  crm.deals = [aDeal('1'), aDeal('9')];
  await readAgain(crm);
  const ownId = await idOf(crm, '9');
  expect(ownId).not.toBe(formerId);
  crm.deals = [aDeal('1')];
  await readAgain(crm);
  crm.deals = [aDeal('1'), aDeal('9')];
  await readAgain(crm);
  other.deals = [aDeal('1'), aDeal('9')];
  await readAgain(other);
  expect([await idOf(crm, '9'), await idOf(other, '9')]).toEqual([ownId, formerId]);
});

test('an owner is the member that this account names, even if another account has an owner with the same id', async () => {
  const team = await makeTeam(api());
  const [ann, bob] = [await team.addMember(), await team.addMember()];
  const { crm, other } = await twoOf(team);
  crm.owners = [{ id: 'o1', name: 'Ann', email: ann.email }];
  other.owners = [{ id: 'o1', name: 'Bob', email: bob.email }];
  for (const one of [crm, other, crm]) await one.synchronize();
  for (const [one, { userId }] of [
    [crm, ann],
    [other, bob],
  ] as const) {
    expect((await one.stored()).map(({ owner_user_id }) => owner_user_id)).toEqual([
      userId,
      userId,
      userId,
    ]);
  }
});

test('the deals of another connection do not hide a suspicious deletion', async () => {
  const { crm, other } = await twoOf(await makeTeam(api()));
  const many = (count: number) => Array.from({ length: count }, (_, n) => aDeal(`${100 + n}`));
  [crm.deals, other.deals] = [many(30), many(100)];
  await crm.synchronize();
  await other.synchronize();
  // Both connections then have the same number of full passes.
  await readAgain(other);
  crm.deals = many(5);
  await crm.set('read_again = true');
  expect(await crm.synchronize()).toBe('failed');
  expect(await crm.storedIds()).toHaveLength(30);
});

test('a run that waits continues, whatever the runs of other connections do', async () => {
  const { crm, other } = await twoOf(await makeTeam(api()));
  other.pageSize = 1;
  let pages = 0;
  other.before = () => {
    pages += 1;
    if (pages === 2) throw new QuotaWait(60_000);
  };
  expect(await other.synchronize()).toBe('waiting');
  const [waiting] = await other.runs();
  expect(waiting).toMatchObject({ status: 'waiting', finished_at: null });

  expect(await crm.synchronize()).toBe('ok');
  await crm.set('read_again = true');
  crm.before = async () => {
    await crm.set("state = 'paused'");
  };
  expect(await crm.synchronize()).toBe('stopped');
  expect(await other.runs()).toEqual([waiting]);
  expect(await other.synchronize()).toBe('ok');
  expect(await other.runs()).toMatchObject([{ id: waiting?.id, status: 'ok', records: 5 }]);
});

test('notes that the team no longer reads, and records that a full pass has not seen, are removed in several pieces', async () => {
  const crm = await PlainCrm.of(await makeTeam(api()), { settings: { notes: true } });
  crm.pageSize = 1_000;
  crm.deals = Array.from({ length: 2_300 }, (_, n) => aDeal(`${1000 + n}`));
  crm.notes = Array.from({ length: 2_300 }, (_, n) => aNote(`n${n}`, '1000', 'price'));
  const setNotes = (notes: boolean) =>
    crm.set(`settings = settings || $2, deletion_confirmed = 3000`, JSON.stringify({ notes }));
  await crm.synchronize();
  expect(await crm.objections()).toHaveLength(2_300);
  await setNotes(false);
  await crm.synchronize();
  expect(await crm.objections()).toEqual([]);
  await setNotes(true);
  await readAgain(crm);
  expect(await crm.objections()).toHaveLength(2_300);
  crm.notes = crm.notes.slice(0, 100);
  crm.deals = crm.deals.slice(0, 50);
  await setNotes(true);
  await readAgain(crm);
  expect(await crm.objections()).toHaveLength(100);
  expect(await crm.storedIds()).toHaveLength(50);
});
