import type { CrmJson } from '../../src/crm/http/crm-json.ts';
import { DATA, longId } from '../../src/crm/salesforce/soql.ts';
import { at, holdsIf, type Look, listAt, looksOfAll, type RealAccount } from './looks.ts';

const text = (json: CrmJson) => (typeof json === 'string' ? json : '');
const soql = (q: string, resource = 'queryAll') => ({ path: `${DATA}/${resource}`, query: { q } });

export const salesforceLooks: Record<string, Look> = {
  ...looksOfAll,
  version: async (account) => {
    const { status } = await account.ask(soql('SELECT Id FROM Organization', 'query'));
    return holdsIf(status === 200, `status ${status}`);
  },
  id_order: seeOrder,
  deleted: async (account) => {
    const ask = soql('SELECT Id FROM Opportunity WHERE IsDeleted = true LIMIT 200');
    const { status, body } = await account.ask(ask);
    const found = listAt(body, 'records').length;
    if (status !== 200) return holdsIf(false, `status ${status}`);
    return holdsIf(found > 0 ? true : null, `${found} deleted`);
  },
  short_page: async (account) => {
    const { body } = await account.ask(soql('SELECT Id FROM Opportunity ORDER BY Id LIMIT 2000'));
    const isDone = at(body, 'done');
    const found = listAt(body, 'records').length;
    return holdsIf(isDone === false ? true : null, `${found}, done ${isDone}`);
  },
  usage_header: async (account) => {
    const answer = await account.ask(soql('SELECT Id FROM Organization', 'query'));
    const header = answer.header('sforce-limit-info') ?? 'none';
    return holdsIf(/api-usage=\d+\/\d+/.test(header), header.replaceAll(/\d/g, '9'));
  },
  numbers: async (account) => {
    const { body } = await account.ask(
      soql('SELECT Amount FROM Opportunity WHERE Amount >= 10000000 LIMIT 200', 'query'),
    );
    const amounts = listAt(body, 'records').map((each) => String(at(each, 'Amount')));
    if (amounts.length === 0) return holdsIf(null, 'no amount of ten millions');
    const forms = amounts.filter((amount) => /e/i.test(amount)).length;
    return holdsIf(forms > 0 ? true : null, `${forms} of ${amounts.length} with an exponent`);
  },
  currency_field: async (account) => {
    const type = await account.ask(soql('SELECT IsoCode FROM CurrencyType LIMIT 1', 'query'));
    const field = await account.ask(soql('SELECT CurrencyIsoCode FROM Opportunity LIMIT 1'));
    const seen = `CurrencyType: ${type.status}, CurrencyIsoCode: ${field.status}`;
    return holdsIf((type.status === 200) === (field.status === 200), seen);
  },
  one_currency: async (account) => {
    const type = await account.ask(soql('SELECT IsoCode FROM CurrencyType LIMIT 1', 'query'));
    const { status, body } = await account.ask({ path: `${DATA}/connect/organization` });
    const isNamed = typeof at(at(body, 'features'), 'defaultCurrencyIsoCode') === 'string';
    const seen = `status ${status}, ${isNamed ? 'a' : 'no'} currency`;
    return holdsIf(type.status === 200 ? status === 200 : isNamed, seen);
  },
  stages: async (account) => {
    const ask = soql('SELECT ApiName, DefaultProbability FROM OpportunityStage', 'query');
    const { status, body } = await account.ask(ask);
    return holdsIf(status === 200, `status ${status}, ${listAt(body, 'records').length} stages`);
  },
  notes_of_deals: async (account) => {
    const filters = { Task: 'What.Type', Event: 'What.Type', Note: 'Parent.Type' };
    const requests = Object.entries(filters).map(async ([object, type]) => {
      const ask = soql(`SELECT Id FROM ${object} WHERE ${type} = 'Opportunity' LIMIT 1`);
      return [object, (await account.ask(ask)).status] as const;
    });
    const statuses = await Promise.all(requests);
    const seen = statuses.map(([object, status]) => `${object} ${status}`).join(', ');
    return holdsIf(
      statuses.slice(0, 2).every(([, status]) => status === 200),
      seen,
    );
  },
  content_notes: async (account) => {
    const ask = soql('SELECT Id, TextPreview, ContentSize FROM ContentNote LIMIT 1', 'query');
    const { status } = await account.ask(ask);
    return holdsIf(status === 200 ? true : null, `status ${status}`);
  },
  note_content: async (account) => {
    const long = 'SELECT Id, ContentSize FROM ContentNote WHERE ContentSize > 255 LIMIT 1';
    const [note] = listAt((await account.ask(soql(long, 'query'))).body, 'records');
    if (note === undefined) return holdsIf(null, 'no long note');
    const path = `${DATA}/sobjects/ContentNote/${text(at(note, 'Id'))}/Content`;
    const { status, body } = await account.ask({ path, isText: true });
    const isWhole = Buffer.byteLength(text(body)) === Number(text(at(note, 'ContentSize')));
    return holdsIf(status === 200 && isWhole, `status ${status}, ${isWhole ? '' : 'not '}whole`);
  },
  composite: seeComposite,
  instance_url: async ({ access }) => {
    const host = access.tokens?.host ?? 'none';
    return holdsIf(access.tokens !== null, host.replace(/\/\/[^.]+/, '//…'));
  },
};

async function seeComposite(account: RealAccount) {
  const usage = async () => {
    const { header } = await account.ask(soql('SELECT Id FROM Organization', 'query'));
    return Number(/api-usage=(\d+)/.exec(header('sforce-limit-info') ?? '')?.[1] ?? Number.NaN);
  };
  const compositeRequest = ['query', 'queryAll', 'query', 'queryAll'].map((resource, place) => ({
    method: 'GET',
    url: `${DATA}/${resource}?q=${encodeURIComponent('SELECT Id FROM Opportunity LIMIT 1')}`,
    referenceId: `part${place}`,
  }));
  const before = await usage();
  const ask = { path: `${DATA}/composite`, json: { allOrNone: false, compositeRequest } };
  const { status, body } = await account.ask(ask);
  const counted = (await usage()) - before - 1;
  const parts = listAt(body, 'compositeResponse').map((part) => at(part, 'httpStatusCode'));
  const seen = `status ${status}, parts ${parts.join(', ')}, ${counted} requests counted, with those of others`;
  return holdsIf(parts.length === 4 && parts.every((part) => part === '200'), seen);
}

async function seeOrder(account: RealAccount) {
  const first = await idsOf(account, '');
  const middle = first[Math.floor(first.length / 2)];
  if (middle === undefined || first.length < 3) return holdsIf(null, `${first.length} deals`);
  const second = await idsOf(account, ` WHERE Id > '${middle}'`);
  const expected = first.slice(first.indexOf(middle) + 1);
  const fits = expected.every((id, place) => second[place] === id);
  return holdsIf(fits, `${first.length} deals, ${second.length} behind the middle`);
}

async function idsOf(account: RealAccount, where: string): Promise<string[]> {
  const ask = soql(`SELECT Id FROM Opportunity${where} ORDER BY Id LIMIT 2000`, 'query');
  const { body } = await account.ask(ask);
  return listAt(body, 'records').flatMap((each) => longId(String(at(each, 'Id'))) ?? []);
}
