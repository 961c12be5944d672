import type { CrmRequest } from '../../src/crm/crm-api.ts';
import type { CrmJson } from '../../src/crm/http/crm-json.ts';
import { routes } from '../../src/crm/hubspot/routes.ts';
import { at, byHand, type Fact, factsOfAll, holdsIf, listAt, type RealAccount } from './fact.ts';

const SEARCH_DOCS = "HubSpot's guide to the CRM search";
const USAGE_DOCS = "HubSpot's API usage guidelines";
const OAUTH_SPEC = "HubSpot's specification of OAuth, 2026-09";

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
  ...['dealname', 'amount', 'deal_currency_code', 'closedate', 'dealstage', 'pipeline'],
  ...['hs_deal_stage_probability', 'hs_is_closed', 'hs_is_closed_won', 'hubspot_owner_id'],
  ...['hs_lastmodifieddate', 'hs_merged_object_ids', 'notes_last_updated', 'closed_lost_reason'],
]);

export const hubspotFacts: Record<string, Fact> = {
  ...factsOfAll,
  token_kind: {
    says: 'A service key, like the token of a private app, is a bearer token for the routes of 2026-09, account-info included',
    source: "HubSpot's guide to service keys; that it may read the account information is not said",
    look: async (account) => {
      const { status, body } = await account.ask({ path: routes.account });
      return holdsIf(status === 200 && at(body, 'portalId') !== null, `status ${status}`);
    },
  },
  property_names: {
    says: 'Deals have the properties that the connector reads, under these names',
    source: 'public code; the specification does not list them',
    look: async (account) => {
      const { body } = await account.ask({ path: routes.properties });
      const known = new Set(listAt(body, 'results').map((each) => at(each, 'name')));
      const missing = [...names].filter((name) => !known.has(name));
      return holdsIf(missing.length === 0, missing.length ? `missing: ${missing}` : 'all there');
    },
  },
  sorts: {
    says: 'The search takes `sorts` as objects with `propertyName` and `direction`',
    source: `${SEARCH_DOCS}; the specification says texts; airbyte PR 44899`,
    look: async (account) => {
      const { status } = await account.ask(search());
      return holdsIf(status === 200, `status ${status}`);
    },
  },
  id_order: {
    says: '`hs_object_id` is sorted and compared as a number, and `GT` with the last id gives the next page',
    source: 'airbyte PR 44899, supaglue issue 585; not documented',
    look: seeOrder,
  },
  search_cap: {
    says: 'A search shows 10,000 results at most: `after` beyond them is refused with 400',
    source: SEARCH_DOCS,
    look: async (account) => {
      const { status } = await account.ask(search({ after: '10000' }));
      return holdsIf(status === 400, `status ${status}`);
    },
  },
  search_rate: {
    says: 'All searches of an account together may be five a second',
    source: SEARCH_DOCS,
    look: null,
    byHand: 'send ten searches at once: it would take the limit from the account for a second',
  },
  search_lag: {
    says: 'A change is in the search after an hour at the latest',
    source: 'not documented; estuary/connectors PR 2210 uses one hour',
    look: null,
    byHand: 'change a deal, and search for it until it is there',
  },
  daily_header: {
    says: 'Answers to a token have `X-HubSpot-RateLimit-Daily` and `…-Daily-Remaining`; answers of the search have none',
    source: USAGE_DOCS,
    look: async (account) => {
      const list = await account.ask({ path: routes.list('deals'), query: { limit: '1' } });
      const found = await account.ask(search({ limit: 1 }));
      const header = 'x-hubspot-ratelimit-daily';
      const seen = `list: ${list.header(header) ?? 'none'}, search: ${found.header(header) ?? 'none'}`;
      return holdsIf(list.header(header) !== null && found.header(header) === null, seen);
    },
  },
  limit_names: {
    says: 'A 429 names its limit in `policyName`: `DAILY`, `TEN_SECONDLY_ROLLING` or `SECONDLY`, without `Retry-After`',
    source: USAGE_DOCS,
    look: null,
    byHand: 'use up the quota of a test account',
  },
  locked_or_moved: {
    says: '423 asks to wait some seconds, and 477 says in `Retry-After` how long the account is being moved',
    source: USAGE_DOCS,
    look: null,
    byHand: 'neither can be caused; look for them in the log',
  },
  merged: {
    says: 'A merge makes a third deal, which names all that were merged into it in `hs_merged_object_ids`, separated by `;`',
    source: "HubSpot's changelog: changes to merging records",
    look: async (account) => {
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
  },
  restored: {
    says: 'A restored deal has a new `hs_lastmodifieddate`. If not, the daily full pass finds it',
    source: 'not documented',
    look: null,
    byHand: 'delete a deal, restore it, compare the property',
  },
  association_changed: {
    says: 'A note that is put on another deal has a new `hs_lastmodifieddate`. If not, the daily full pass finds it',
    source: 'not documented',
    look: null,
    byHand: 'put a note on another deal, compare the property',
  },
  batch_read: {
    says: 'The batch read of associations takes 1,000 notes, and answers 207 if some have no deal',
    source: "HubSpot's specification of associations, 2026-09",
    look: async (account) => {
      const inputs = Array.from({ length: 1000 }, (_, place) => ({ id: `${place + 1}` }));
      const { status } = await account.ask({ path: routes.dealsOfNotes, json: { inputs } });
      return holdsIf(status === 200 || status === 207, `status ${status} for 1,000 ids`);
    },
  },
  pipeline_permission: {
    says: 'Pipelines and properties need `crm.schemas.deals.read`, and nothing more',
    source: "HubSpot's specification of pipelines, 2026-09",
    look: (account) => permitted(account, { path: routes.pipelines }),
  },
  notes_permission: {
    says: 'Notes need `crm.objects.contacts.read`, and nothing more',
    source: 'public code',
    look: (account) => permitted(account, { path: routes.list('notes'), query: { limit: '1' } }),
  },
  eu_links: {
    says: 'The address of a deal begins with `uiDomain` of the account, such as `app-eu1.hubspot.com`',
    source: "HubSpot's specification of account information, 2026-09",
    look: async (account) => {
      const { body } = await account.ask({ path: routes.account });
      const domain = String(at(body, 'uiDomain'));
      return holdsIf(/^app(-[a-z0-9]+)?\.hubspot\.com$/.test(domain), domain);
    },
  },
  token_answer: {
    says: 'The token server of 2026-09 answers `access_token`, `refresh_token` and `expires_in`',
    source: OAUTH_SPEC,
    look: null,
    byHand: 'connect by OAuth, with the client of the operator',
  },
  token_refused: byHand(
    'Refused tokens are 400 with `invalid_grant`, an unknown client `invalid_client`',
    "HubSpot's changelog: new OAuth v3 endpoints and standardized error responses",
    'end the access in HubSpot, and look at the next synchronization',
  ),
  cancelled: byHand(
    'A cancelled consent leads back with `error=access_denied`, or nobody comes back at all',
    "HubSpot's OAuth quickstart, which says the latter",
    'cancel the consent',
  ),
  scope_refused: byHand(
    'A missing scope is 403 with `MISSING_SCOPES`, and is named in `context`',
    "HubSpot's specification, schema Error; public issues",
    'run the script with a token without `crm.objects.owners.read`: `account` must name it',
  ),
  list_order: byHand(
    'Lists go by ascending id, have no archived deals, and are never late',
    'not documented',
    'add deals during a full pass, and compare',
  ),
  close_day: byHand(
    '`closedate` is a moment, and its day is that in the time zone of the account',
    "HubSpot's guide to properties; the zone is not documented",
    'compare the day on a page of HubSpot with the one in the app',
  ),
  deal_address: byHand(
    'A deal is at `https://<uiDomain>/contacts/<portalId>/record/0-3/<id>`',
    "public code; addresses of HubSpot's pages",
    'follow the link of a deal in the app',
  ),
  pkce: {
    says: 'The consent page takes no PKCE',
    source: `not documented for apps that are installed; ${OAUTH_SPEC}`,
    look: null,
    byHand: 'connect by OAuth with a challenge and a wrong verifier',
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
