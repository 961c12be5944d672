import { at, holdsIf, type Look, listAt, looksOfAll, type RealAccount } from './looks.ts';

const deals = (query: Record<string, string>, path = '/api/v2/deals') => ({
  path,
  query: { limit: '500', sort_by: 'id', sort_direction: 'asc', ...query },
});

export const pipedriveLooks: Record<string, Look> = {
  ...looksOfAll,
  status_list: async (account) => {
    const since = secondsAgo(29);
    const { status, body } = await account.ask(
      deals({ status: 'open,won,lost,deleted', updated_since: since }),
    );
    const found = listAt(body, 'data').filter((each) => at(each, 'status') === 'deleted');
    if (status !== 200) return holdsIf(false, `status ${status}`);
    return holdsIf(found.length > 0 ? true : null, `${found.length} deleted deals`);
  },
  whole_seconds: async (account) => {
    const withMs = secondsAgo(1).replace('Z', '.123Z');
    const fine = await account.ask(deals({ updated_since: secondsAgo(1) }));
    const refused = await account.ask(deals({ updated_since: withMs }));
    const seen = `without: ${fine.status}, with: ${refused.status}`;
    return holdsIf(fine.status === 200 && refused.status === 400, seen);
  },
  id_order: async (account) => {
    const { body } = await account.ask(deals({ limit: '100' }));
    const ids = listAt(body, 'data').map((each) => Number(at(each, 'id')));
    const ascends = ids.every((id, place) => place === 0 || id > (ids[place - 1] ?? 0));
    return holdsIf(ids.length > 1 ? ascends : null, `${ids.length} deals`);
  },
  archived: async (account) => {
    const { status, body } = await account.ask(deals({}, '/api/v2/deals/archived'));
    return holdsIf(status === 200, `status ${status}, ${listAt(body, 'data').length} deals`);
  },
  activity_id: seeActivities,
  note_order: async (account) => {
    const query = { sort: 'update_time ASC, id ASC', limit: '100', start: '0' };
    const { status, body } = await account.ask({ path: '/api/v1/notes', query });
    const times = listAt(body, 'data').map((each) => String(at(each, 'update_time')));
    if (status !== 200) return holdsIf(false, `status ${status}`);
    const fits = times.every((time, place) => place === 0 || time >= (times[place - 1] ?? ''));
    return holdsIf(times.length > 1 ? fits : null, `${times.length} notes`);
  },
  limit_headers: async (account) => {
    const answer = await account.ask({ path: '/api/v1/users/me' });
    const names = [
      'x-ratelimit-limit',
      'x-daily-ratelimit-token-limit',
      'x-daily-ratelimit-token-remaining',
    ];
    const missing = names.filter((name) => answer.header(name) === null);
    return holdsIf(missing.length === 0, missing.length ? `missing: ${missing}` : 'all there');
  },
  token_costs: async (account) => {
    const left = async () => {
      const answer = await account.ask(deals({ limit: '1' }));
      return Number(answer.header('x-daily-ratelimit-token-remaining') ?? Number.NaN);
    };
    const cost = (await left()) - (await left());
    if (Number.isNaN(cost)) return holdsIf(null, 'the answers do not tell');
    return holdsIf(cost === 10 ? true : null, `${cost}, with what others have sent meanwhile`);
  },
  company_domain: async (account) => {
    const { body } = await account.ask({ path: '/api/v1/users/me' });
    const domain = at(body, 'data', 'company_domain');
    return holdsIf(typeof domain === 'string' && /^[a-z0-9-]+$/i.test(domain), typeof domain);
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
