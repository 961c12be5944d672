import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { connectionSettings } from '../../../src/crm/connection-settings.ts';
import type { PageRequest, Reference } from '../../../src/crm/connector.ts';
import { hubspotConnector } from '../../../src/crm/hubspot/connector.ts';
import { findObjections } from '../../../src/crm/objections/find-objections.ts';
import { pipedriveConnector } from '../../../src/crm/pipedrive/connector.ts';
import { salesforceConnector } from '../../../src/crm/salesforce/connector.ts';
import { checkPage } from '../../../src/worker/crm/synchronize/check-page.ts';
import { findInSlices } from '../../../src/worker/crm/synchronize/find-in-slices.ts';
import { onThisMachine } from '../../harness/computed-ms.ts';
import { runs } from '../../harness/rounds.ts';
import { noCrm } from '../harness/crm-client.ts';
import { longestStep } from '../harness/longest-step.ts';
import { useClient } from '../harness/started-client.ts';

const startedWith = useClient();

/** A step ends after four milliseconds (`TURN_MS`), and its last piece may take some more. */
let most = 0;
beforeAll(() => {
  most = onThisMachine(15);
});

const marks = ['\u0301', '\u0308', '\u05b0', '\u0345', '&#769;', '\u0301\u0323'];
const parts = [
  ...marks,
  'a',
  'ä',
  ' ',
  '\n',
  '. ',
  ', ',
  '1',
  '0123 ',
  '@',
  'a@',
  'a.',
  '<',
  '<p>',
  '<a "',
  '<!--',
  '&amp;',
  '&#',
  '&#x1F937;',
  '</script',
  '\u1100\u1161\u11a8',
  '+49 ',
  'ß',
  'preis ',
  'kein ',
  'zu teuer ',
  'der Kunde hat nicht ',
  'der preis ist kein ',
  'too expensive ',
  '\u200d',
  '\u00ad',
  '😀',
  'DE12 ',
  'www.',
  '- a\n',
  'z. B. ',
  'x? ',
];
const some = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 4 });

/** Texts of up to 100,000 characters that repeat something. */
const hostileText = fc
  .array(fc.tuple(some, fc.nat(50_000)), { minLength: 1, maxLength: 2 })
  .map((all) =>
    all.map(([one, length]) => one.join('').repeat(1 + length / one.join('').length)).join(''),
  );

describe('whatever a text of a CRM is made of, no step of the search for objections takes long', () => {
  test.each(['note', 'lost_reason', 'field'] as const)(
    'in a %s',
    async (source) => {
      const longestOf = (body: string) => longestStep(() => findObjections({ source, body }), most);
      for (const mark of marks) {
        expect(await longestOf(`Zu teuer a${mark.repeat(49_999 / mark.length)}`)).toBeLessThan(
          most,
        );
      }
      await fc.assert(
        fc.asyncProperty(hostileText, async (body) => {
          expect(await longestOf(body)).toBeLessThan(most);
        }),
        { numRuns: runs({ few: 8, all: 1_000 }), endOnFailure: true },
      );
    },
    3_600_000,
  );
});

test('a text with very many marks on a letter is still an objection, with thirty of them', async () => {
  const body = `Das ist zu teuer e${'\u0323'.repeat(2_000)}.`;
  const [found] = await findObjections({ source: 'note', body });
  expect(found?.category).toBe('price');
  expect(found?.text.length).toBeLessThan(60);
});

test('a character keeps the marks that it needs', async () => {
  const body = `Zu teu\u0308er fu\u0308r uns, e${'\u0301'.repeat(20)}.`;
  const [found] = await findObjections({ source: 'lost_reason', body });
  expect(found?.text.normalize('NFD')).toContain('\u0301'.repeat(20));
});

const CHOICES = 5_000;
const chosen = Array.from({ length: CHOICES }, (_, n) => `value_${n}`);
const options = chosen.map((value) => ({ value, name: `Name of ${value}` }));
const reference: Reference = {
  owners: [],
  pipelines: [],
  fields: [
    { id: 'objections', name: 'Objections', options },
    { id: 'why', name: 'Why lost', options: [] },
  ],
};
const settings = connectionSettings.parse({
  objections_field: 'objections',
  lost_reason_field: 'why',
});
const request: PageRequest = {
  stream: 'deals',
  window: { since: new Date(0), until: new Date() },
  after: null,
  settings,
  reference,
};

type Filling = { values: string[]; text: string };
const time = '2026-11-01T10:00:00Z';
const hubspotDeal = (id: number, { values, text }: Filling) => ({
  id: `${id}`,
  properties: {
    hs_lastmodifieddate: time,
    hs_is_closed: 'true',
    dealname: text,
    why: text,
    objections: values.join(';'),
  },
});
const pipedriveDeal = (id: number, { values, text }: Filling) => ({
  id,
  status: 'lost',
  update_time: time,
  add_time: time,
  title: text,
  custom_fields: { objections: values, why: text },
});
const opportunity = (id: number, { values, text }: Filling) => ({
  Id: `006${String(id).padStart(12, '0')}AAA`,
  SystemModstamp: time,
  IsDeleted: false,
  IsClosed: true,
  IsWon: false,
  Name: text,
  why: text,
  objections: values.join(';'),
});
/** A hundred deals. No two have the same text. */
const many = <T>(make: (id: number, filling: Filling) => T, { values, text }: Filling) =>
  Array.from({ length: 100 }, (_, n) =>
    make(n + 1, { values: values.map((one) => `${n} ${one}`), text: `${n} ${text}` }),
  );

const crms = [
  [
    'HubSpot',
    hubspotConnector(noCrm),
    (filling: Filling) => ({ total: 200, results: many(hubspotDeal, filling) }),
  ],
  [
    'Pipedrive',
    pipedriveConnector(noCrm),
    (filling: Filling) => ({ data: many(pipedriveDeal, filling) }),
  ],
  [
    'Salesforce',
    salesforceConnector(noCrm),
    (filling: Filling) => ({ totalSize: 100, done: true, records: many(opportunity, filling) }),
  ],
] as const;

/** Each sentence has words of the lexicon, so it costs more than others. */
const costly = 'Der Kunde hat nicht gesagt, der Preis ist kein Thema, das ist zu teuer. '.repeat(
  40,
);

describe.each(crms)('a page of deals of %s', (_, connector, pageOf) => {
  async function longestOf(filling: Filling, bound: number): Promise<number> {
    const { http } = await startedWith(() => ({ status: 200, json: pageOf(filling) }));
    return longestStep(async () => {
      const checked = checkPage(await connector.read(http, request), null);
      expect(checked.deals.length).toBe(100);
      for (const { objections } of checked.deals) expect(objections.length).toBeLessThan(21);
      await findInSlices(async () => findObjections, checked);
    }, bound);
  }

  test('with 5,000 choices in each deal is read in short steps', async () => {
    // JSON is parsed in one step, and these pages have megabytes.
    const bound = 8 * most;
    expect(await longestOf({ values: chosen, text: 'x' }, bound)).toBeLessThan(bound);
  });

  test('with hostile texts is read in short steps', async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (long) => {
        // More than the 2,000 characters that are kept.
        const text = long.slice(0, 3_000);
        const values = Array.from({ length: 20 }, (_, n) => `${n} ${text.slice(0, 200)}`);
        expect(await longestOf({ values, text }, 2 * most)).toBeLessThan(2 * most);
      }),
      { numRuns: runs({ few: 2, all: 200 }), examples: [[costly]], endOnFailure: true },
    );
  }, 3_600_000);
});

test('a page of Pipedrive is read in short steps, however many stages the account has', async () => {
  const stages = (n: number) =>
    Array.from({ length: 100 }, (_, m) => ({ id: `${n}-${m}`, name: 's', probability: 10 }));
  const pipelines = Array.from({ length: 200 }, (_, n) => ({
    id: `${n}`,
    name: 'p',
    stages: stages(n),
  }));
  const open = { status: 'open', update_time: time, pipeline_id: '199', stage_id: '199-99' };
  const data = Array.from({ length: 500 }, (_, id) => ({ ...open, id }));
  const { http } = await startedWith(() => ({ status: 200, json: { data } }));
  const wanted = { ...request, reference: { ...reference, pipelines } };
  const read = async () => {
    const { records } = await pipedriveConnector(noCrm).read(http, wanted);
    expect(records[0]).toMatchObject({ probability: 10 });
  };
  expect(await longestStep(read, 2 * most)).toBeLessThan(2 * most);
});
