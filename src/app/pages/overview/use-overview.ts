import { useQuery } from '@tanstack/react-query';
import type { TeamFigures } from '../../../features/analytics/app-analytics.schema.ts';
import type { Usage } from '../../../features/request-log/request-log.schema.ts';
import { WEEK_MS } from '../../../shared/time/durations.ts';
import { trpc } from '../../api/client.ts';
import type { AppOutputs } from '../../api/outputs.ts';
import { useMay, useTeam } from '../../session/session.ts';
import { useTimeZone } from '../../session/time-zone.tsx';
import { dayBegins } from '../../text/zoned-input.ts';
import { firstOfWeek } from './attention-items.ts';

/**
 * While a step of the set-up is open, the page reads its data this often, so that it shows at once
 * what happens.
 */
const LOOK_MS = 4_000;

/** The newest members are looked at, to say how many of them are new. */
export const MOST_NEW = 20;

/** Reads all data of the overview, except those that the person may not see. */
export function useOverview() {
  const team = useTeam();
  const enabled = useMay('see_api_keys') && team?.plan !== 'free';
  const settings = useQuery(trpc.team.get.queryOptions({}));
  const invited = useMembers('invited');
  const expired = useMembers('expired');
  const members = useMembers('active', MOST_NEW);
  const analytics = useQuery(trpc.analytics.series.queryOptions({}));
  const figures = useQuery(trpc.analytics.figures.queryOptions({ only_active: true }));
  const keys = useQuery({ ...trpc.apiKeys.list.queryOptions({ limit: '100' }), enabled });
  const usage = useQuery({
    ...trpc.requestLog.usage.queryOptions({}),
    enabled,
    refetchInterval: ({ state }) => (state.data?.days.length === 0 ? LOOK_MS : false),
  });
  const week = useWeek(enabled ? usage.data : undefined);
  const hooks = useQuery({
    ...trpc.webhooks.listEndpoints.queryOptions({}),
    enabled,
    refetchInterval: ({ state }) =>
      state.data?.data.some((one) => one.last_success_at !== null) === false ? LOOK_MS : false,
  });
  const health = useQuery({ ...trpc.webhooks.endpointHealth.queryOptions({}), enabled });
  const gaveUp = useGivenUp(enabled);
  const overdue = useOverdue();
  const readers = useQuery({ ...trpc.events.readers.queryOptions({}), enabled });
  const crm = useQuery({ ...trpc.crm.connections.queryOptions({}), enabled });
  // A query that is not asked any more still has its last answer.
  const seen = <D>({ data }: { data: D | undefined }) => (enabled ? data : undefined);
  const all = [settings, invited, expired, members, analytics, figures];
  // The page does without these: while member detail is off, nobody lists assignments.
  const others = [overdue, keys, usage, week.read, hooks, health, gaveUp.read, readers, crm];
  return {
    isLoading: [...all, ...others].some(({ isLoading }) => isLoading),
    error: all.find(({ error }) => error)?.error,
    retry: () => [...all, ...others].forEach(({ refetch }) => void refetch()),
    hasInterfaces: enabled,
    isFree: team?.plan === 'free',
    settings: settings.data,
    // Expired invitations are counted elsewhere.
    invited: (invited.data?.data ?? []).filter(({ invitation }) => !invitation?.expired),
    expired: expired.data?.data ?? [],
    members: members.data?.data ?? [],
    weeks: analytics.data ?? [],
    ...figuresIn(figures.data),
    keys: seen(keys)?.data ?? [],
    usage: seen(usage),
    limitedKeys: week.limited,
    endpoints: seen(hooks)?.data ?? [],
    health: seen(health)?.data ?? [],
    gaveUp: seen(gaveUp.read),
    gaveUpFrom: gaveUp.from,
    ...assignmentsIn(overdue.data),
    readers: seen(readers)?.data ?? [],
    connections: seen(crm)?.data ?? [],
  };
}

/**
 * The deliveries of the last two weeks that were given up: the last attempt comes days after the event. Nobody counts
 * more than a hundred. The time is the beginning of a day, so that the answer is still there when the person comes back.
 */
function useGivenUp(enabled: boolean) {
  const from = dayBegins(Date.now() - 2 * WEEK_MS, useTimeZone());
  const input = { status: 'gave_up', from, limit: '100' } as const;
  const read = useQuery({ ...trpc.webhooks.listAllDeliveries.queryOptions(input), enabled });
  return { read, from };
}

/** If a limit has refused requests in the last seven days: which keys sent them. */
function useWeek(usage: Usage | undefined) {
  const from = firstOfWeek();
  const hasLimited = usage?.days.some(({ day, limited }) => day >= from && limited > 0);
  const read = useQuery({
    ...trpc.requestLog.usage.queryOptions({ from }),
    enabled: hasLimited === true,
  });
  return { read, limited: (read.data?.keys ?? []).filter(({ limited }) => limited > 0) };
}

const useMembers = (status: 'active' | 'invited' | 'expired', most = 200) =>
  useQuery(trpc.members.list.queryOptions({ status, limit: `${most}` }));

const figuresIn = (figures: TeamFigures | undefined) => ({
  totals: figures?.totals,
  trained: figures?.trained,
  gap: figures?.skill_gaps[0],
});

/** `open` is null if there are too many assignments to count, and undefined while nobody may list them. */
const assignmentsIn = (found: AppOutputs['assignments']['list'] | undefined) => ({
  overdue: found?.total ?? 0,
  open: found && (found.counts?.open ?? null),
  hasAssigned: found !== undefined && found.counts?.all !== 0,
});

const useOverdue = () =>
  useQuery(trpc.assignments.list.queryOptions({ status: 'overdue', limit: '1' }));

export type Overview = ReturnType<typeof useOverview>;
