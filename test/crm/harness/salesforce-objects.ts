import type { FakeSalesforce } from './fake-salesforce.ts';
import type { FakeAnswer } from './fake-server.ts';

const always = ['Id', 'IsDeleted', 'CreatedDate', 'SystemModstamp'];
const objects: Record<string, string[]> = {
  Opportunity: [
    'Name',
    'Amount',
    'CloseDate',
    'Probability',
    'StageName',
    'IsClosed',
    'IsWon',
    'OwnerId',
    'LastActivityDate',
    'Loss_Reason__c',
    'Objections__c',
    'NextStep',
    'Account.Industry',
  ],
  Account: ['Name', 'Industry'],
  User: ['Name', 'Email'],
  Organization: ['Name', 'TimeZoneSidKey'],
  OpportunityStage: ['ApiName', 'MasterLabel', 'DefaultProbability', 'IsActive'],
  Task: ['WhatId', 'Description', 'What.Type'],
  Event: ['WhatId', 'Description', 'IsPrivate', 'What.Type'],
  Note: ['ParentId', 'Body', 'IsPrivate', 'Parent.Type'],
  ContentNote: ['TextPreview', 'ContentSize', 'LastModifiedDate'],
  ContentDocumentLink: ['ContentDocumentId', 'LinkedEntityId'],
};

/** The fields that these credentials may see. Null: they may not see the object. */
export function fieldNames(object: string, fake: FakeSalesforce): Set<string> | null {
  if (fake.hidden.has(object)) return null;
  if (object === 'CurrencyType')
    return fake.currencies && new Set(['Id', 'IsoCode', 'IsCorporate']);
  const own = objects[object];
  if (!own) return null;
  const names = new Set([...always, ...own]);
  if (object === 'ContentNote')
    for (const name of ['SystemModstamp', 'IsDeleted']) names.delete(name);
  if (object === 'Opportunity' && fake.currencies) names.add('CurrencyIsoCode');
  if (object === 'Opportunity' && fake.recordTypes.size > 0) names.add('RecordTypeId');
  for (const name of names) if (fake.hidden.has(`${object}.${name}`)) names.delete(name);
  return names;
}

const types: Record<string, string> = {
  Name: 'string',
  NextStep: 'string',
  StageName: 'picklist',
  CurrencyIsoCode: 'picklist',
  Industry: 'picklist',
  Objections__c: 'multipicklist',
};
const values: Record<string, string[]> = {
  Loss_Reason__c: ['Price', 'Competitor'],
  Objections__c: ['Too expensive', 'No need'],
  Industry: ['Retail', 'Banking'],
};

export function describeObject(object: string, fake: FakeSalesforce): unknown {
  const names = [...(fieldNames(object, fake) ?? [])].filter((name) => !name.includes('.'));
  return {
    name: object,
    fields: names.map((name) => ({
      name,
      label: name.replace(/__c$/, '').replaceAll('_', ' '),
      type: name === 'Loss_Reason__c' ? fake.lossReasonType : (types[name] ?? 'double'),
      picklistValues: (values[name] ?? []).map((value) => ({ value, label: value, active: true })),
    })),
    recordTypeInfos: [
      { recordTypeId: '012000000000000AAA', name: 'Master', active: true, master: true },
      ...[...fake.recordTypes].map(([recordTypeId, name]) => ({
        recordTypeId,
        name,
        active: true,
        master: false,
      })),
    ],
  };
}

/** What the Connect REST API tells of the organization. It names a currency only if there is one. */
export function settingsOf({ hidden, currencies }: FakeSalesforce): FakeAnswer {
  if (hidden.has('connect')) {
    const errorCode = 'FUNCTIONALITY_NOT_ENABLED';
    return { status: 403, json: [{ errorCode, message: 'not enabled' }] };
  }
  const defaultCurrencyIsoCode = currencies === null ? 'EUR' : null;
  return {
    status: 200,
    json: { features: { multiCurrency: currencies !== null, defaultCurrencyIsoCode } },
  };
}
