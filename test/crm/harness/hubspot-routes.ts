import type { FakeHubspot } from './fake-hubspot.ts';
import { OAuthRefusal } from './fake-oauth.ts';
import type { FakeAnswer, FakeRequest } from './fake-server.ts';
import { type FakeRecord, shown } from './hubspot-records.ts';
import { searchHubspot } from './hubspot-search.ts';
import type { LaggedRecords } from './lagged-records.ts';

const V = '2026-09';
type Form = Record<string, string>;

/** The answers of HubSpot. It checks credentials, quota and scopes, in this order, and then the request. */
export function answerHubspot(fake: FakeHubspot, request: FakeRequest): FakeAnswer {
  const { method, path } = request;
  if (method === 'GET' && path === '/oauth/authorize') {
    return fake.oauth.consentPage(request, `Connect to ${fake.account.portalName ?? 'HubSpot'}`);
  }
  if (method === 'POST' && path === `/oauth/${V}/token`) return tokenAnswer(fake, request);
  if (method === 'POST' && path === `/oauth/${V}/token/revoke`) {
    fake.oauth.revoke((request.body as Form).token ?? '');
    return { status: 204 };
  }
  return (
    refuseCredentials(fake, request) ??
    refuseQuota(fake, request) ??
    withHeaders(fake, request, apiAnswer(fake, request))
  );
}

function apiAnswer(fake: FakeHubspot, request: FakeRequest): FakeAnswer {
  switch (`${request.method} ${request.path}`) {
    case `GET /account-info/${V}/details`:
      return scoped(fake, 'oauth', () => ({ accountType: 'STANDARD', ...fake.account }));
    case `GET /crm/owners/${V}`:
      return scoped(fake, 'crm.objects.owners.read', () => ownersPage(fake, request));
    case `GET /crm/pipelines/${V}/deals`:
      return scoped(fake, 'crm.schemas.deals.read', () => ({ results: fake.pipelines }));
    case `GET /crm/properties/${V}/deals`:
      return scoped(fake, 'crm.schemas.deals.read', () => ({
        results: fake.properties.map((each) => ({ ...each, hidden: false, archived: false })),
      }));
    case `GET /crm/objects/${V}/deals`:
      return scoped(fake, 'crm.objects.deals.read', () => listPage(fake, fake.deals, request));
    case `GET /crm/objects/${V}/notes`:
      return scoped(fake, 'crm.objects.contacts.read', () => listPage(fake, fake.notes, request));
    case `POST /crm/objects/${V}/deals/search`:
      return (
        refuseScope(fake, 'crm.objects.deals.read') ??
        searchHubspot(fake.deals, request.body, fake.shortPages)
      );
    case `POST /crm/objects/${V}/notes/search`:
      return (
        refuseScope(fake, 'crm.objects.contacts.read') ??
        searchHubspot(fake.notes, request.body, fake.shortPages)
      );
    case `POST /crm/associations/${V}/notes/deals/batch/read`:
      return refuseScope(fake, 'crm.objects.contacts.read') ?? associations(fake, request.body);
    default:
      return { status: 404, json: error('OBJECT_NOT_FOUND', 'No such route') };
  }
}

function tokenAnswer(fake: FakeHubspot, { body }: FakeRequest): FakeAnswer {
  const form = body as Form;
  try {
    const grant =
      form.grant_type === 'refresh_token' ? fake.oauth.renew(form) : fake.oauth.redeem(form);
    return {
      status: 200,
      json: {
        token_type: 'bearer',
        access_token: grant.access,
        refresh_token: grant.refresh,
        expires_in: Math.round(fake.oauth.accessLifeMs / 1000),
        hub_id: fake.account.portalId,
      },
    };
  } catch (refusal) {
    if (!(refusal instanceof OAuthRefusal)) throw refusal;
    const status = refusal.error === 'invalid_client' ? 'BAD_CLIENT_ID' : 'BAD_REFRESH_TOKEN';
    return {
      status: 400,
      json: { status, error: refusal.error, error_description: 'refused', message: 'refused' },
    };
  }
}

function bearerOf({ headers }: FakeRequest): string {
  return (headers.authorization ?? '').replace(/^Bearer /, '');
}

function refuseCredentials(fake: FakeHubspot, request: FakeRequest): FakeAnswer | null {
  const bearer = bearerOf(request);
  if (fake.tokens.has(bearer) || fake.oauth.accepts(bearer)) return null;
  return { status: 401, json: error('EXPIRED_AUTHENTICATION', 'The OAuth token has expired') };
}

const windows = new WeakMap<FakeHubspot, { at: number[]; searches: number[] }>();

function refuseQuota(fake: FakeHubspot, { path }: FakeRequest): FakeAnswer | null {
  const { perTenSeconds, searchesPerSecond, daily } = fake.limits;
  const used = windows.get(fake) ?? { at: [], searches: [] };
  windows.set(fake, used);
  const now = fake.server.clock.now();
  if (daily !== null && fake.usedToday >= daily) return tooMany('DAILY');
  fake.usedToday += 1;
  if (perTenSeconds !== null) {
    used.at = used.at.filter((at) => at > now - 10_000);
    if (used.at.length >= perTenSeconds) return tooMany('TEN_SECONDLY_ROLLING');
    used.at.push(now);
  }
  if (searchesPerSecond !== null && path.endsWith('/search')) {
    used.searches = used.searches.filter((at) => at > now - 1000);
    if (used.searches.length >= searchesPerSecond) return tooMany('SECONDLY');
    used.searches.push(now);
  }
  return null;
}

function tooMany(policyName: string): FakeAnswer {
  const json = { status: 'error', message: 'Limit reached', errorType: 'RATE_LIMIT', policyName };
  return { status: 429, json };
}

/** Answers of the search have none of these headers. Answers for OAuth clients lack those about the day. */
function withHeaders(fake: FakeHubspot, request: FakeRequest, answer: FakeAnswer): FakeAnswer {
  if (request.path.endsWith('/search')) return answer;
  const { perTenSeconds, daily } = fake.limits;
  const headers: Record<string, string> = {
    ...answer.headers,
    // A fake without limits grants a very high one.
    'x-hubspot-ratelimit-max': `${perTenSeconds ?? 1_000_000}`,
    'x-hubspot-ratelimit-interval-milliseconds': '10000',
  };
  if (daily !== null && fake.tokens.has(bearerOf(request))) {
    headers['x-hubspot-ratelimit-daily'] = `${daily}`;
    headers['x-hubspot-ratelimit-daily-remaining'] = `${Math.max(daily - fake.usedToday, 0)}`;
  }
  return { ...answer, headers };
}

function error(category: string, message: string, context: Record<string, string[]> = {}) {
  return {
    status: 'error',
    message,
    correlationId: 'fake',
    category,
    errors: [{ message, context }],
  };
}

function refuseScope(fake: FakeHubspot, scope: string): FakeAnswer | null {
  if (!fake.missingScopes.has(scope)) return null;
  const json = error('MISSING_SCOPES', 'A scope is missing', { requiredGranularScopes: [scope] });
  return { status: 403, json };
}

function scoped(fake: FakeHubspot, scope: string, answer: () => unknown): FakeAnswer {
  return refuseScope(fake, scope) ?? { status: 200, json: answer() };
}

function ownersPage(fake: FakeHubspot, { query }: FakeRequest) {
  const wanted = fake.owners.filter(
    ({ archived }) => `${archived}` === (query.get('archived') ?? 'false'),
  );
  const from = Number(query.get('after') ?? 0);
  const size = Math.min(Number(query.get('limit') ?? 100), fake.shortPages ?? 500, 500);
  const after =
    from + size < wanted.length ? { paging: { next: { after: `${from + size}` } } } : {};
  return { results: wanted.slice(from, from + size), ...after };
}

function listPage(fake: FakeHubspot, records: LaggedRecords<FakeRecord>, { query }: FakeRequest) {
  const after = Number(query.get('after') ?? 0);
  const size = Math.min(Number(query.get('limit') ?? 10), fake.shortPages ?? 100, 100);
  const sorted = records.sorted();
  let from = 0;
  // Ids ascend, so a binary search finds the place of the cursor.
  for (let to = sorted.length; from < to; ) {
    const middle = (from + to) >> 1;
    if (Number(sorted[middle]?.id) <= after) from = middle + 1;
    else to = middle;
  }
  const page = sorted.slice(from, from + size);
  const last = page.at(-1);
  const isEnd = from + size >= sorted.length || !last;
  const fields = query.get('properties')?.split(',');
  return {
    results: page.map((record) => ({
      ...shown(record, fields),
      ...(query.get('associations') === 'deals' ? { associations: listed(fake, record.id) } : {}),
    })),
    ...(isEnd ? {} : { paging: { next: { after: last.id } } }),
  };
}

function listed(fake: FakeHubspot, noteId: string) {
  const ids = fake.dealsOfNote.get(noteId) ?? [];
  if (ids.length === 0) return undefined;
  // HubSpot lists a deal once for each kind of association.
  const results = ids.flatMap((id) => [
    { id, type: 'note_to_deal' },
    { id, type: 'note_to_deal_labeled' },
  ]);
  return { deals: { results } };
}

function associations(fake: FakeHubspot, body: unknown): FakeAnswer {
  const { inputs } = body as { inputs: { id: string }[] };
  if (inputs.length > 1000) return { status: 400, json: error('VALIDATION_ERROR', 'Too many') };
  const withDeals = inputs.filter(({ id }) => (fake.dealsOfNote.get(id) ?? []).length > 0);
  const without = inputs.filter(({ id }) => (fake.dealsOfNote.get(id) ?? []).length === 0);
  const results = withDeals.map(({ id }) => ({
    from: { id },
    to: (fake.dealsOfNote.get(id) ?? []).map((deal) => ({
      toObjectId: Number(deal),
      associationTypes: [{ category: 'HUBSPOT_DEFINED', typeId: 214, label: null }],
    })),
  }));
  if (without.length === 0) return { status: 200, json: { status: 'COMPLETE', results } };
  const errors = without.map(({ id }) => ({
    status: 'error',
    category: 'OBJECT_NOT_FOUND',
    subCategory: 'crm.associations.NO_ASSOCIATIONS_FOUND',
    message: 'No deal is associated',
    context: { fromObjectId: [id] },
  }));
  return { status: 207, json: { status: 'COMPLETE', results, numErrors: errors.length, errors } };
}
