import { at, byHand, type Fact, factsOfAll, holdsIf, listAt, type RealAccount } from './fact.ts';

const RATE_DOCS = 'pipedrive.readme.io: core-api-concepts-rate-limiting';
const DEALS_DOCS = "Pipedrive's API reference: deals, v2";

const deals = (query: Record<string, string>, path = '/api/v2/deals') => ({
  path,
  query: { limit: '500', sort_by: 'id', sort_direction: 'asc', ...query },
});

export const pipedriveFacts: Record<string, Fact> = {
  ...factsOfAll,
  status_list: {
    says: '`status` takes several values, and `deleted` together with `updated_since` gives the deals that were deleted in the last 30 days',
    source: DEALS_DOCS,
    look: async (account) => {
      const since = secondsAgo(29);
      const { status, body } = await account.ask(
        deals({ status: 'open,won,lost,deleted', updated_since: since }),
      );
      const found = listAt(body, 'data').filter((each) => at(each, 'status') === 'deleted');
      if (status !== 200) return holdsIf(false, `status ${status}`);
      return holdsIf(found.length > 0 ? true : null, `${found.length} deleted deals`);
    },
  },
  whole_seconds: {
    says: '`updated_since` and `updated_until` are refused with milliseconds, and taken without',
    source: 'public code; the reference says RFC 3339',
    look: async (account) => {
      const withMs = secondsAgo(1).replace('Z', '.123Z');
      const fine = await account.ask(deals({ updated_since: secondsAgo(1) }));
      const refused = await account.ask(deals({ updated_since: withMs }));
      const seen = `without: ${fine.status}, with: ${refused.status}`;
      return holdsIf(fine.status === 200 && refused.status === 400, seen);
    },
  },
  id_order: {
    says: '`sort_by=id` gives ascending ids, and `next_cursor` the next page',
    source: DEALS_DOCS,
    look: async (account) => {
      const { body } = await account.ask(deals({ limit: '100' }));
      const ids = listAt(body, 'data').map((each) => Number(at(each, 'id')));
      const ascends = ids.every((id, place) => place === 0 || id > (ids[place - 1] ?? 0));
      return holdsIf(ids.length > 1 ? ascends : null, `${ids.length} deals`);
    },
  },
  archived: {
    says: 'Archived deals are in `/api/v2/deals/archived` alone, with the same filters',
    source: DEALS_DOCS,
    look: async (account) => {
      const { status, body } = await account.ask(deals({}, '/api/v2/deals/archived'));
      return holdsIf(status === 200, `status ${status}, ${listAt(body, 'data').length} deals`);
    },
  },
  activity_id: {
    says: '`include_fields=last_activity_id` is taken, and `/api/v2/activities?ids=` gives the times',
    source: "Pipedrive's API reference: deals and activities, v2",
    look: seeActivities,
  },
  note_order: {
    says: 'Notes of v1 are sorted by `update_time ASC, id ASC` and filtered by `updated_since`',
    source: "Pipedrive's API reference: notes, v1",
    look: async (account) => {
      const query = { sort: 'update_time ASC, id ASC', limit: '100', start: '0' };
      const { status, body } = await account.ask({ path: '/api/v1/notes', query });
      const times = listAt(body, 'data').map((each) => String(at(each, 'update_time')));
      if (status !== 200) return holdsIf(false, `status ${status}`);
      const fits = times.every((time, place) => place === 0 || time >= (times[place - 1] ?? ''));
      return holdsIf(times.length > 1 ? fits : null, `${times.length} notes`);
    },
  },
  limit_headers: {
    says: 'Answers have `x-ratelimit-limit` for a window of two seconds, and `x-daily-ratelimit-token-limit` and `-remaining`',
    source: `${RATE_DOCS}; the daily ones: Pipedrive's community of developers, 2026-01-12`,
    look: async (account) => {
      const answer = await account.ask({ path: '/api/v1/users/me' });
      const names = [
        'x-ratelimit-limit',
        'x-daily-ratelimit-token-limit',
        'x-daily-ratelimit-token-remaining',
      ];
      const missing = names.filter((name) => answer.header(name) === null);
      return holdsIf(missing.length === 0, missing.length ? `missing: ${missing}` : 'all there');
    },
  },
  token_costs: {
    says: 'A list of v2 costs 10 tokens, one of v1 20',
    source: RATE_DOCS,
    look: async (account) => {
      const left = async () => {
        const answer = await account.ask(deals({ limit: '1' }));
        return Number(answer.header('x-daily-ratelimit-token-remaining') ?? Number.NaN);
      };
      const cost = (await left()) - (await left());
      if (Number.isNaN(cost)) return holdsIf(null, 'the answers do not tell');
      return holdsIf(cost === 10 ? true : null, `${cost}, with what others have sent meanwhile`);
    },
  },
  day_used_up: {
    says: 'When the tokens of the day are used up, a 429 has `x-daily-ratelimit-token-remaining: 0`; the time of the reset is not told',
    source: RATE_DOCS,
    look: null,
    byHand: 'use up the tokens of a test company',
  },
  shut_out: {
    says: 'After many 429s Cloudflare answers 403 with a page of HTML',
    source: RATE_DOCS,
    look: null,
    byHand: 'go on after 429s with a test company',
  },
  merged: byHand(
    'A merge deletes one of the two deals and keeps the id of the other, with the notes of both',
    'support articles; not in the API reference',
    'merge two deals of a test company',
  ),
  archived_changes: byHand(
    'Deleting, restoring, archiving and unarchiving a deal change its `update_time`. If not, the daily full pass sees it',
    'not documented',
    'do each with a deal, compare the field',
  ),
  cursor: byHand(
    'A cursor is a keyset and does not expire; an unknown one is refused with 400',
    'not documented',
    'take a cursor again after a day',
  ),
  note_deleted: byHand(
    'A deleted note vanishes from the list, or has `active_flag: false`',
    'not documented',
    'delete a note, and read the list',
  ),
  visibility: byHand(
    'A token shows the deals that its user sees, and no others',
    'support articles',
    'compare the number of deals of an admin and of another user',
  ),
  company_domain: {
    says: '`/api/v1/users/me` names the domain of the company, which is the host of its deals',
    source: "Pipedrive's API reference: users, v1",
    look: async (account) => {
      const { body } = await account.ask({ path: '/api/v1/users/me' });
      const domain = at(body, 'data', 'company_domain');
      return holdsIf(typeof domain === 'string' && /^[a-z0-9-]+$/i.test(domain), typeof domain);
    },
  },
  token_answer: {
    says: 'The token server answers `access_token`, `refresh_token`, `expires_in` and `api_domain`, and takes the client as HTTP Basic alone',
    source: 'pipedrive.readme.io: marketplace-oauth-authorization',
    look: null,
    byHand: 'connect by OAuth, with the client of the operator',
  },
};

async function seeActivities(account: RealAccount) {
  const { status, body } = await account.ask(deals({ include_fields: 'last_activity_id' }));
  if (status !== 200) return holdsIf(false, `status ${status}`);
  const ids = listAt(body, 'data').flatMap((each) => at(each, 'last_activity_id') ?? []);
  if (ids.length === 0) return holdsIf(null, 'no deal with an activity');
  const query = { ids: ids.slice(0, 100).join(','), limit: '100' };
  const found = await account.ask({ path: '/api/v2/activities', query });
  return holdsIf(found.status === 200, `activities: status ${found.status}`);
}

function secondsAgo(days: number): string {
  const time = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}
