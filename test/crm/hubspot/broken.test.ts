import { expect, test } from 'vitest';
import { pageRequestOf, readWindow } from '../harness/read-window.ts';
import { useHubspot } from '../harness/use-hubspot.ts';

const start = useHubspot();
const until = new Date('2100-01-01');
const longAgo = { since: new Date('2020-01-01'), until };
const everything = { since: null, until };
const both = [
  ['a full pass', everything],
  ['a window', longAgo],
] as const;

const plain = { hs_lastmodifieddate: '2026-11-20T10:00:00Z' };
test.each([
  ['a text as amount', { properties: { ...plain, amount: 'about 5000' } }, 'properties.amount'],
  [
    'a field of another type',
    { properties: { ...plain, branche: { id: 3 } } },
    'properties.branche',
  ],
  ['no time of change', { properties: {} }, 'properties.hs_lastmodifieddate'],
  ['a time that is none', { properties: { ...plain, closedate: 'soon' } }, 'properties.closedate'],
  [
    'a truth that is none',
    { properties: { ...plain, hs_is_closed: '?' } },
    'properties.hs_is_closed',
  ],
  ['no properties', {}, 'properties'],
])(
  'a record with %s is set aside by id and field, and the others come',
  async (_, broken, field) => {
    const started = await start();
    const { fake } = started;
    const [before, bad, after] = [fake.addDeal(), fake.addDeal(), fake.addDeal()];
    fake.spoil(fake.deals, bad, { id: bad, ...broken });
    for (const [, window] of both) {
      const read = await readWindow(started, { window });
      expect(read.setAside).toEqual([{ externalId: bad, field }]);
      expect(read.records.map((record) => record.externalId)).toEqual([before, after]);
      expect(JSON.stringify(read.setAside)).not.toMatch(/about|soon/);
    }
  },
);

test.each([
  ['no properties', {}, 'properties'],
  [
    'a time that is none',
    { properties: { ...plain, hs_timestamp: 'about noon' } },
    'properties.hs_timestamp',
  ],
  [
    'a body of another type',
    { properties: { ...plain, hs_note_body: { de: 'about' } } },
    'properties.hs_note_body',
  ],
])('a note with %s is set aside by id and field, and the others come', async (_, broken, field) => {
  const started = await start();
  const { fake } = started;
  const deal = fake.addDeal();
  const [before, bad, after] = [1, 2, 3].map((n) => fake.addNote([deal], `note ${n}`));
  fake.spoil(fake.notes, bad ?? '', { id: bad, ...broken });
  for (const [, window] of both) {
    const read = await readWindow(started, { stream: 'notes', window });
    expect(read.setAside).toEqual([{ externalId: bad, field }]);
    expect(read.records.map((record) => record.externalId)).toEqual([before, after]);
    expect(JSON.stringify(read.setAside)).not.toMatch(/about/);
  }
});

test('an owner, a pipeline or a field that cannot be read does not stop the others', async () => {
  const { fake, connector, api } = await start();
  const owners = fake.owners.length;
  fake.owners.push(
    { id: '', archived: false } as never,
    { id: '8', email: { x: 1 }, archived: false } as never,
  );
  fake.pipelines.push({ id: 'odd', label: 'Odd', stages: 'none' } as never);
  fake.properties.push({ name: '', label: 'Odd', type: 3 } as never);
  const reference = await connector.reference(api);
  expect(reference.owners).toHaveLength(owners);
  expect(reference.pipelines.map(({ id }) => id)).toEqual(['default', 'partner']);
  expect(reference.fields.length).toBeGreaterThan(0);
});

test('a record without an id is set aside too', async () => {
  const started = await start();
  const { fake } = started;
  const [good, bad] = [fake.addDeal(), fake.addDeal()];
  fake.spoil(fake.deals, bad, { properties: plain });
  const read = await readWindow(started, { window: longAgo });
  // Each page that contains it reports it.
  expect(new Set(read.setAside.map(({ externalId, field }) => `${externalId} ${field}`))).toEqual(
    new Set(['null id']),
  );
  expect(read.records.map((record) => record.externalId)).toEqual([good]);
});

test.each([
  ['no results', { total: 0 }],
  ['no object', 'good'],
  ['only records without ids', { results: [{}, {}] }],
  ['records that do not ascend', { results: [{ id: '9' }, { id: '8' }] }],
  ['the same record twice', { results: [{ id: '9' }, { id: '9' }] }],
])('an answer with %s is not read as a page', async (_, json) => {
  const { fake, connector, api } = await start();
  fake.server.plan({ fault: { kind: 'answer', answer: { status: 200, json } } });
  await expect(connector.read(api, pageRequestOf({ window: longAgo }))).rejects.toMatchObject({
    reason: 'contract',
  });
});

test('a list with a page that leads to itself fails', async () => {
  const { fake, connector, api } = await start();
  const json = { results: [], paging: { next: { after: '7' } } };
  fake.server.plan({ fault: { kind: 'answer', answer: { status: 200, json } }, times: 9 });
  await expect(connector.read(api, pageRequestOf({ after: '7' }))).rejects.toMatchObject({
    reason: 'contract',
    facts: { field: 'paging.next' },
  });
});
