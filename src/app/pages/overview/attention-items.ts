import type { MemberInApp } from '../../../features/members/members-in-app.schema.ts';
import { DAY_MS, WEEK_MS } from '../../../shared/time/durations.ts';
import type { StateTone } from '../../../shared/web/states.ts';
import type { TeamRight } from '../../session/rights.ts';
import { skillText } from '../../team/skills.ts';
import { endpointNames } from '../../text/endpoint-names.ts';
import { failsOften } from '../../text/fails-often.ts';
import type { overviewTexts } from './texts.ts';
import type { Overview } from './use-overview.ts';

export type Item = {
  id: string;
  tone: StateTone;
  title: string;
  more?: string;
  /** When the problem began, or when it will happen. */
  at?: string | null;
  /** What can be done in the row itself. Without it, the row leads to the page where it can be done. */
  act?: Act;
  to: string;
  search?: Record<string, string>;
  hash?: string;
};
export type Act =
  | { kind: 'resume'; endpointId: string }
  | { kind: 'sync'; connectionId: string }
  | { kind: 'invite'; memberIds: readonly string[] }
  | Way;
/** Leads to where it can be done at once: a dialog, or a list with the right filters. */
export type Way = {
  kind:
    | 'failures'
    | 'attempts'
    | 'resend'
    | 'reconnect'
    | 'decide'
    | 'rotate'
    | 'uses'
    | 'requests'
    | 'overdue'
    | 'assign';
  needs: TeamRight;
  to: string;
  search?: Record<string, string>;
};
type Texts = (typeof overviewTexts)['de'];
type AttentionInput = Overview & { t: Texts; count: (value: number) => string };

/** The problems that a person should look at, the most urgent first. */
export function attentionItems(input: AttentionInput): Item[] {
  const all = [
    ...endpointItems(input),
    ...deliveryItems(input),
    ...readerItems(input),
    ...connectionItems(input),
    ...keyItems(input),
    // What concerns people stands before programs and seats.
    ...workItems(input),
    ...usageItems(input),
    ...seatItems(input),
  ];
  const order = ['failed', 'needs', 'runs'];
  // What ends soonest, or began first. What has no time is not urgent.
  const time = ({ at }: Item) => (at ? Date.parse(at) : Number.POSITIVE_INFINITY);
  const compare = (a: Item, b: Item) =>
    order.indexOf(a.tone) - order.indexOf(b.tone) || time(a) - time(b) || 0;
  return all.sort(compare);
}

function endpointItems({ health, endpoints, t, count }: AttentionInput): Item[] {
  const nameOf = endpointNames(endpoints.map(({ url }) => url));
  const urls = new Map(endpoints.map(({ id, url }) => [id, url]));
  return health.flatMap((one): Item[] => {
    const { endpoint_id: id, status, failing_since, paused_at } = one;
    const url = urls.get(id);
    const name = url ? nameOf(url) : id;
    const to = `/webhooks/${id}`;
    if (status === 'disabled_failures') {
      const texts = { title: t.paused(name), more: t.pausedMore };
      const act = { kind: 'resume', endpointId: id } as const;
      return [{ id, tone: 'needs', ...texts, at: paused_at, to, act }];
    }
    if (status !== 'active') return [];
    if (failing_since !== null) {
      const texts = { title: t.failing(name), more: t.failingMore };
      const search = { endpoint: id, status: 'retrying' };
      const act = { kind: 'failures', needs: 'see_webhooks', to: '/deliveries', search } as const;
      return [{ id, tone: 'failed', ...texts, at: failing_since, to, act }];
    }
    if (!failsOften(one)) return [];
    const all = count(one.ok + one.failed);
    const texts = { title: t.retried(name), more: t.retriedMore(count(one.failed), all) };
    // The deliveries of the endpoint have arrived in the end. Its page shows which attempts failed.
    const act = { kind: 'attempts', needs: 'see_webhooks', to } as const;
    return [{ id, tone: 'needs', ...texts, to, act }];
  });
}

function deliveryItems({ gaveUp, gaveUpFrom: from, t, count }: AttentionInput): Item[] {
  // A test that did not arrive was seen by who has sent it.
  const data = gaveUp?.data.filter(({ event_type }) => event_type !== 'ping') ?? [];
  if (!gaveUp || data.length === 0) return [];
  const { next_cursor } = gaveUp;
  const shown = `${count(data.length)}${next_cursor === null ? '' : '+'}`;
  const texts = { title: t.gaveUp(shown, data.length === 1), more: t.gaveUpMore };
  const search = { status: 'gave_up', from };
  const to = '/deliveries';
  const act = {
    ...({ kind: 'resend', needs: 'change_webhooks' } as const),
    to,
    search: { ...search, retry: 'new' },
  };
  return [{ id: 'gave_up', tone: 'failed', ...texts, to, search, act }];
}

/** Readers that have not taken an event for two days, or whose cursor has expired. Changes are not lost. */
function readerItems({ readers, t, count }: AttentionInput): Item[] {
  return readers.flatMap(({ feed, key: { id, name }, types, state, behind_since: at }): Item[] => {
    if (feed === 'changes') return [];
    const item = { id: `${id} ${types}`, tone: 'needs', at, to: '/events' } as const;
    if (state === 'expired')
      return [{ ...item, title: t.readerExpired(name), more: t.readerExpiredMore }];
    if (state !== 'late' || at === null) return [];
    const days = Math.floor((Date.now() - Date.parse(at)) / DAY_MS);
    return [
      { ...item, title: t.readerLate(name, count(Math.max(days, 2))), more: t.readerLateMore },
    ];
  });
}

/** Connections that need a person to go on, or that have been failing for a day. */
function connectionItems({ connections, t }: AttentionInput): Item[] {
  return connections.flatMap(({ id, name, state, failure, failing_since }): Item[] => {
    const to = `/crm/${id}`;
    const item = { id, tone: 'needs', at: failing_since, to } as const;
    if (state === 'sign_in') {
      const more = t.crmSignInMore;
      // The CRM has to give the permission, so its page says which.
      if (failure?.permission) return [{ ...item, title: t.crmPermission(name), more }];
      const search = { dialog: 'reconnect' };
      const act = { kind: 'reconnect', needs: 'connect_crm', to, search } as const;
      return [{ ...item, title: t.crmSignIn(name), more, act }];
    }
    if (state === 'confirm_deletion') {
      const title = failure?.stream === 'notes' ? t.crmConfirmNotes(name) : t.crmConfirm(name);
      const act = { kind: 'decide', needs: 'change_crm_connections', to } as const;
      return [{ ...item, title, more: t.crmConfirmMore, act }];
    }
    const isLong = failing_since !== null && Date.parse(failing_since) <= Date.now() - DAY_MS;
    if (state !== 'failing' || !isLong) return [];
    const act = { kind: 'sync', connectionId: id } as const;
    return [{ ...item, tone: 'failed', title: t.crmFailing(name), more: t.crmFailingMore, act }];
  });
}

const rotateOf = (key: string): Way => ({
  ...({ kind: 'rotate', needs: 'make_api_keys', to: '/api-keys' } as const),
  search: { key, rotate: '1' },
});
/** Which programs still use a replaced key. */
const usesOf = (key_id: string): Way => ({
  ...({ kind: 'uses', needs: 'see_request_log', to: '/request-log' } as const),
  search: { key_id },
});

function keyItems({ keys, t }: AttentionInput): Item[] {
  return (
    keys
      .filter(({ state }) => state === 'expiring' || state === 'in_grace')
      // A key that was made for a day, such as that of the documentation, ends as it should.
      .filter(({ expires_at, created_at }) => {
        return !(Date.parse(expires_at ?? '') - Date.parse(created_at) <= DAY_MS);
      })
      .map(({ key_id, name, state, expires_at }) => ({
        id: key_id,
        tone: 'needs',
        title: state === 'in_grace' ? t.inGrace(name) : t.expiring(name),
        more: state === 'in_grace' ? t.inGraceMore : t.expiringMore,
        at: expires_at,
        to: '/api-keys',
        search: { key: key_id },
        act: state === 'in_grace' ? usesOf(key_id) : rotateOf(key_id),
      }))
  );
}

const requestsOf = (search: Record<string, string>): Way => ({
  ...({ kind: 'requests', needs: 'see_request_log', to: '/request-log' } as const),
  search,
});

/** The first of the last seven days. */
export const firstOfWeek = () => new Date(Date.now() - WEEK_MS + DAY_MS).toISOString().slice(0, 10);

function usageItems({ usage, limitedKeys, t, count }: AttentionInput): Item[] {
  const begin = firstOfWeek();
  const days = (usage?.days ?? []).filter(({ day }) => day >= begin);
  const broken = days.reduce((sum, day) => sum + day.server_errors, 0);
  const limited = days.reduce((sum, day) => sum + day.limited, 0);
  const to = '/request-log';
  // The list begins at the same time as the number counts from.
  const since = `${begin}T00:00:00Z`;
  const items: Item[] = [];
  if (broken > 0) {
    const texts = { title: t.serverErrors(count(broken), broken === 1), more: t.inLastWeek };
    const search = { status: '5xx', since };
    items.push({ id: '5xx', tone: 'failed', ...texts, to, search, act: requestsOf(search) });
  }
  if (limited > 0) {
    const [first, ...others] = limitedKeys;
    // Without a key: its prefix named none.
    const key = others.length === 0 ? first?.key : null;
    const of = key
      ? t.ofKey(key.name)
      : others.length > 0
        ? t.ofPrograms(count(limitedKeys.length))
        : '';
    const texts = { title: t.limited(count(limited), limited === 1, of), more: t.inLastWeek };
    const search = { code: 'rate_limited', since, ...(key && { key_id: key.id }) };
    items.push({ id: '429', tone: 'needs', ...texts, to, search, act: requestsOf(search) });
  }
  return items;
}

function seatItems({ settings, invited, expired, t, count }: AttentionInput): Item[] {
  const items: Item[] = [];
  const to = '/members';
  if (settings && settings.seats_taken >= settings.seats) {
    items.push({ id: 'seats', tone: 'needs', title: t.seatsFull, more: t.seatsFullMore, to });
  }
  if (expired.length > 0) {
    const title = t.expiredInvitations(count(expired.length), expired.length === 1);
    const more = who(expired, count) ?? t.expiredInvitationsMore(expired.length === 1);
    const act = { kind: 'invite', memberIds: expired.map(({ id }) => id) } as const;
    const search = { status: 'expired' };
    items.push({ id: 'expired', tone: 'needs', title, more, to, search, act });
  }
  if (invited.length > 0) {
    const title = t.openInvitations(count(invited.length), invited.length === 1);
    const isUnsent = invited.some(({ invitation }) => invitation?.mail === 'unsent');
    const names = who(invited, count) ?? t.openInvitationsMore(invited.length === 1);
    const more = isUnsent ? t.unsentInvitationsMore : names;
    items.push({
      id: 'invited',
      tone: isUnsent ? 'needs' : 'runs',
      title,
      more,
      to,
      search: { status: 'invited' },
    });
  }
  return items;
}

/** Exercises after their due date, and what the team is weakest at. */
function workItems({ overdue, gap, t, count }: AttentionInput): Item[] {
  const items: Item[] = [];
  if (overdue > 0) {
    const isOne = overdue === 1;
    const texts = { title: t.overdue(count(overdue), isOne), more: t.overdueMore(isOne) };
    const search = { status: 'overdue' };
    const to = '/assignments';
    const act = { kind: 'overdue', needs: 'see_assignments', to, search } as const;
    items.push({ id: 'overdue', tone: 'needs', ...texts, to, search, act });
  }
  if (gap !== undefined) {
    const title = t.gap(skillText(gap, t.skills));
    // The members who need it most.
    const to = '/analytics';
    const search = { sort: 'largest_gap' };
    const act = {
      ...({ kind: 'assign', needs: 'change_assignments', to } as const),
      search: { ...search, assign: gap },
    };
    const texts = { title, more: t.gapMore };
    items.push({ id: 'gap', tone: 'needs', ...texts, to, search, hash: 'members', act });
  }
  return items;
}

type Invited = Pick<MemberInApp, 'name' | 'email'>;

/** The first two people, and how many more there are. Undefined if their names are hidden. */
function who(people: readonly Invited[], count: (value: number) => string): string | undefined {
  const names = people.slice(0, 2).map(({ name, email }) => name ?? email);
  if (names.includes(null)) return undefined;
  const rest = people.length - names.length;
  return rest > 0 ? `${names.join(', ')} +${count(rest)}` : names.join(', ');
}
