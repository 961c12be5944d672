import type { CrmRequest } from '../../src/crm/crm-api.ts';
import type { CrmJson } from '../../src/crm/http/crm-json.ts';
import { routes } from '../../src/crm/hubspot/routes.ts';
import { at, holdsIf, type Look, listAt, looksOfAll, type RealAccount } from './looks.ts';

const search = (more: object = {}) => ({
  path: routes.search('deals'),
  json: {
    sorts: [{ propertyName: 'hs_object_id', direction: 'ASCENDING' }],
    properties: ['hs_lastmodifieddate'],
    limit: 200,
    ...more,
  },
  perSecond: 3,
});

const idsOf = (body: CrmJson) => listAt(body, 'results').map((each) => BigInt(`${at(each, 'id')}`));

const ascends = (ids: bigint[]) =>
  ids.every((id, place) => place === 0 || id > (ids[place - 1] ?? 0n));

const names = new Set([
  'dealname',
  'amount',
  'deal_currency_code',
  'closedate',
  'dealstage',
  'pipeline',
  'hs_deal_stage_probability',
  'hs_is_closed',
  'hs_is_closed_won',
  'hubspot_owner_id',
  'hs_lastmodifieddate',
  'hs_merged_object_ids',
  'notes_last_updated',
  'closed_lost_reason',
]);

export const hubspotLooks: Record<string, Look> = {
  ...looksOfAll,
  token_kind: async (account) => {
    const { status, body } = await account.ask({ path: routes.account });
    return holdsIf(status === 200 && at(body, 'portalId') !== null, `status ${status}`);
  },
  property_names: async (account) => {
    const { body } = await account.ask({ path: routes.properties });
    const existing = new Set(listAt(body, 'results').map((each) => at(each, 'name')));
    const missing = [...names].filter((name) => !existing.has(name));
    return holdsIf(missing.length === 0, missing.length ? `missing: ${missing}` : 'all there');
  },
  sorts: async (account) => {
    const { status } = await account.ask(search());
    return holdsIf(status === 200, `status ${status}`);
  },
  id_order: seeOrder,
  search_cap: async (account) => {
    const { status } = await account.ask(search({ after: '10000' }));
    return holdsIf(status === 400, `status ${status}`);
  },
  daily_header: async (account) => {
    const list = await account.ask({ path: routes.list('deals'), query: { limit: '1' } });
    const found = await account.ask(search({ limit: 1 }));
    const header = 'x-hubspot-ratelimit-daily';
    const seen = `list: ${list.header(header) ?? 'none'}, search: ${found.header(header) ?? 'none'}`;
    return holdsIf(list.header(header) !== null && found.header(header) === null, seen);
  },
  merged: async (account) => {
    const filters = [{ propertyName: 'hs_merged_object_ids', operator: 'HAS_PROPERTY' }];
    const properties = ['hs_merged_object_ids'];
    const { body } = await account.ask(search({ filterGroups: [{ filters }], properties }));
    const values = listAt(body, 'results').map((each) =>
      String(at(each, 'properties', 'hs_merged_object_ids')),
    );
    if (values.length === 0) return holdsIf(null, 'no merged deal in this account');
    const fits = values.every((value) => /^\d+(;\d+)*$/.test(value));
    return holdsIf(fits, `${values.length} merged deals`);
  },
  batch_read: async (account) => {
    const inputs = Array.from({ length: 1000 }, (_, place) => ({ id: `${place + 1}` }));
    const { status } = await account.ask({ path: routes.dealsOfNotes, json: { inputs } });
    return holdsIf(status === 200 || status === 207, `status ${status} for 1,000 ids`);
  },
  pipeline_permission: (account) => permitted(account, { path: routes.pipelines }),
  notes_permission: (account) =>
    permitted(account, { path: routes.list('notes'), query: { limit: '1' } }),
  eu_links: async (account) => {
    const { body } = await account.ask({ path: routes.account });
    const domain = String(at(body, 'uiDomain'));
    return holdsIf(/^app(-[a-z0-9]+)?\.hubspot\.com$/.test(domain), domain);
  },
};

/** Shows that the permissions are enough. Only a token with fewer could show that no fewer would do. */
async function permitted(account: RealAccount, request: CrmRequest) {
  const { status } = await account.ask(request);
  return holdsIf(
    status === 200 ? null : false,
    `status ${status} with the permissions of this token`,
  );
}

async function seeOrder(account: RealAccount) {
  const first = idsOf((await account.ask(search())).body);
  const last = first.at(-1);
  if (last === undefined || first.length < 2) return holdsIf(null, `${first.length} deals`);
  const filters = [{ propertyName: 'hs_object_id', operator: 'GT', value: `${last}` }];
  const second = idsOf((await account.ask(search({ filterGroups: [{ filters }] }))).body);
  const lengths = new Set([...first, ...second].map((id) => `${id}`.length)).size;
  const fits = ascends([...first, ...second]);
  const seen = `${first.length} and ${second.length} deals, ids of ${lengths} lengths`;
  // Ids of equal length have the same order as numbers and as texts.
  return holdsIf(fits && lengths === 1 ? null : fits, seen);
}
