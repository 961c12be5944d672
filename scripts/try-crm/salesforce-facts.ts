import type { CrmJson } from '../../src/crm/http/crm-json.ts';
import { DATA, longId } from '../../src/crm/salesforce/soql.ts';
import { at, byHand, type Fact, factsOfAll, holdsIf, listAt, type RealAccount } from './fact.ts';

const REST_GUIDE = 'Salesforce: REST API Developer Guide';
const SOQL_GUIDE = 'Salesforce: SOQL and SOSL Reference';

const text = (json: CrmJson) => (typeof json === 'string' ? json : '');
const soql = (q: string, resource = 'queryAll') => ({ path: `${DATA}/${resource}`, query: { q } });

export const salesforceFacts: Record<string, Fact> = {
  ...factsOfAll,
  version: {
    says: 'The organization has version 68.0 of the API',
    source: `${REST_GUIDE}, Versions`,
    look: async (account) => {
      const { status } = await account.ask(soql('SELECT Id FROM Organization', 'query'));
      return holdsIf(status === 200, `status ${status}`);
    },
  },
  id_order: {
    says: '`ORDER BY Id` and `Id >` use the same order, also for ids that differ only in the case of letters',
    source: 'common practice; not documented',
    look: seeOrder,
  },
  deleted: {
    says: '`queryAll` has deleted opportunities, with `IsDeleted`, until the recycle bin is emptied',
    source: `${REST_GUIDE}, QueryAll`,
    look: async (account) => {
      const ask = soql('SELECT Id FROM Opportunity WHERE IsDeleted = true LIMIT 200');
      const { status, body } = await account.ask(ask);
      const found = listAt(body, 'records').length;
      if (status !== 200) return holdsIf(false, `status ${status}`);
      return holdsIf(found > 0 ? true : null, `${found} deleted`);
    },
  },
  short_page: {
    says: 'An answer may have fewer records than `LIMIT` says, with `done: false`',
    source: `${REST_GUIDE}, Query`,
    look: async (account) => {
      const { body } = await account.ask(soql('SELECT Id FROM Opportunity ORDER BY Id LIMIT 2000'));
      const isDone = at(body, 'done');
      const found = listAt(body, 'records').length;
      return holdsIf(isDone === false ? true : null, `${found}, done ${isDone}`);
    },
  },
  usage_header: {
    says: 'Answers have `Sforce-Limit-Info: api-usage=used/granted`',
    source: `${REST_GUIDE}, Limit Info Header`,
    look: async (account) => {
      const answer = await account.ask(soql('SELECT Id FROM Organization', 'query'));
      const header = answer.header('sforce-limit-info') ?? 'none';
      return holdsIf(/api-usage=\d+\/\d+/.test(header), header.replaceAll(/\d/g, '9'));
    },
  },
  quota_answer: {
    says: 'A used-up quota is 403 with `REQUEST_LIMIT_EXCEEDED`, and no lost sign-in',
    source: `${REST_GUIDE}, Status Codes and Error Responses`,
    look: null,
    byHand: 'use up the quota of a developer organization',
  },
  numbers: {
    says: 'Large numbers may come as `1.5E7`',
    source: 'public reports; not documented',
    look: async (account) => {
      const { body } = await account.ask(
        soql('SELECT Amount FROM Opportunity WHERE Amount >= 10000000 LIMIT 200', 'query'),
      );
      const amounts = listAt(body, 'records').map((each) => String(at(each, 'Amount')));
      if (amounts.length === 0) return holdsIf(null, 'no amount of ten millions');
      const forms = amounts.filter((amount) => /e/i.test(amount)).length;
      return holdsIf(forms > 0 ? true : null, `${forms} of ${amounts.length} with an exponent`);
    },
  },
  currency_field: {
    says: '`CurrencyIsoCode` and `CurrencyType` are there only with several currencies',
    source: `${SOQL_GUIDE}, Querying Currency Fields`,
    look: async (account) => {
      const type = await account.ask(soql('SELECT IsoCode FROM CurrencyType LIMIT 1', 'query'));
      const field = await account.ask(soql('SELECT CurrencyIsoCode FROM Opportunity LIMIT 1'));
      const seen = `CurrencyType: ${type.status}, CurrencyIsoCode: ${field.status}`;
      return holdsIf((type.status === 200) === (field.status === 200), seen);
    },
  },
  one_currency: {
    says: 'The Connect REST API names the currency of an organization that has only one',
    source: 'Salesforce: Connect REST API Developer Guide, Organization Settings',
    look: async (account) => {
      const type = await account.ask(soql('SELECT IsoCode FROM CurrencyType LIMIT 1', 'query'));
      const { status, body } = await account.ask({ path: `${DATA}/connect/organization` });
      const isNamed = typeof at(at(body, 'features'), 'defaultCurrencyIsoCode') === 'string';
      const seen = `status ${status}, ${isNamed ? 'a' : 'no'} currency`;
      return holdsIf(type.status === 200 ? status === 200 : isNamed, seen);
    },
  },
  stages: {
    says: '`OpportunityStage` names stages by `ApiName`, with `DefaultProbability`',
    source: 'Salesforce: Object Reference, OpportunityStage',
    look: async (account) => {
      const ask = soql('SELECT ApiName, DefaultProbability FROM OpportunityStage', 'query');
      const { status, body } = await account.ask(ask);
      return holdsIf(status === 200, `status ${status}, ${listAt(body, 'records').length} stages`);
    },
  },
  notes_of_deals: {
    says: 'Tasks and events name the opportunity in `WhatId`, notes in `ParentId`, and `What.Type` filters them',
    source: `${SOQL_GUIDE}, Understanding Polymorphic Relationships`,
    look: async (account) => {
      const filters = { Task: 'What.Type', Event: 'What.Type', Note: 'Parent.Type' };
      const asked = Object.entries(filters).map(async ([object, type]) => {
        const ask = soql(`SELECT Id FROM ${object} WHERE ${type} = 'Opportunity' LIMIT 1`);
        return [object, (await account.ask(ask)).status] as const;
      });
      const statuses = await Promise.all(asked);
      const seen = statuses.map(([object, status]) => `${object} ${status}`).join(', ');
      return holdsIf(
        statuses.slice(0, 2).every(([, status]) => status === 200),
        seen,
      );
    },
  },
  content_notes: {
    says: '`ContentNote` can be queried with `TextPreview` and `ContentSize`, and its links by `ContentDocumentLink`',
    source: 'Salesforce: Object Reference, ContentNote',
    look: async (account) => {
      const ask = soql('SELECT Id, TextPreview, ContentSize FROM ContentNote LIMIT 1', 'query');
      const { status } = await account.ask(ask);
      return holdsIf(status === 200 ? true : null, `status ${status}`);
    },
  },
  note_content: {
    says: '`ContentNote/<id>/Content` answers the text itself, as many bytes as `ContentSize` says',
    source: `${REST_GUIDE}, Get Blob Data`,
    look: async (account) => {
      const long = 'SELECT Id, ContentSize FROM ContentNote WHERE ContentSize > 255 LIMIT 1';
      const [note] = listAt((await account.ask(soql(long, 'query'))).body, 'records');
      if (note === undefined) return holdsIf(null, 'no long note');
      const path = `${DATA}/sobjects/ContentNote/${text(at(note, 'Id'))}/Content`;
      const { status, body } = await account.ask({ path, isText: true });
      const isWhole = Buffer.byteLength(text(body)) === Number(text(at(note, 'ContentSize')));
      return holdsIf(status === 200 && isWhole, `status ${status}, ${isWhole ? '' : 'not '}whole`);
    },
  },
  composite: {
    says: 'A composite request takes four queries, `queryAll` among them, and counts once',
    source: `${REST_GUIDE}, Send Multiple Requests Using Composite`,
    look: seeComposite,
  },
  instance_url: {
    says: 'The client-credentials flow answers `instance_url`, a host below `my.salesforce.com`',
    source: 'Salesforce Help: OAuth 2.0 Client Credentials Flow',
    look: async ({ access }) => {
      const host = access.tokens?.host ?? 'none';
      return holdsIf(access.tokens !== null, host.replace(/\/\/[^.]+/, '//…'));
    },
  },
  modstamp: byHand(
    '`SystemModstamp` changes with deleting and undeleting too, and with each change by people or automation',
    'Salesforce: Object Reference, System Fields; deleting is a reading of it',
    'delete an opportunity, restore it, compare the field',
  ),
  industry: byHand(
    'A changed industry of the account does not change the opportunity: it arrives with the daily full pass',
    'follows from SystemModstamp',
    'change the industry of an account, and look at its opportunities',
  ),
  pkce: byHand(
    'An app with a secret takes PKCE as well',
    'developer.salesforce.com: secure-code-ac-eca',
    'connect by OAuth, with the client of the operator',
  ),
  hosts: byHand(
    'My Domain hosts are `name.my.salesforce.com`, with `sandbox`, `develop`, `scratch`, `trailblaze`, `demo`, `free`, `patch` or `stage` before `my`',
    'Salesforce: Metadata API Guide, MyDomainSettings.domainPartition',
    'connect a sandbox. Government cloud and China are not covered',
  ),
  deal_address: byHand(
    '`https://<domain>.my.salesforce.com/lightning/r/Opportunity/<id>/view` opens the deal',
    'practice',
    'follow the link of a deal in the app',
  ),
  refresh: {
    says: 'A token answer says no lifetime, and a refresh token stays the same unless rotation is on',
    source: 'Salesforce Help: OAuth 2.0 Refresh Token Flow',
    look: null,
    byHand: 'connect by OAuth, with the client of the operator',
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
