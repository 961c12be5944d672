import { useQueries, useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '../../../../features/audit-log/audit-log.schema.ts';
import type { LoggedRequest } from '../../../../features/request-log/request-log.schema.ts';
import type { Training } from '../../../../features/trainings/trainings.schema.ts';
import type { FoundDelivery } from '../../../../features/webhooks/list-all-deliveries.schema.ts';
import { trpc } from '../../../api/client.ts';
import { failureOf } from '../../../api/failure.ts';

const EACH_MS = 3_000;
export const MOST = 10;
const limit = `${MOST}`;
/** Many requests and deliveries are one row together. So more of them fit, and a change among them is not lost. */
const MOST_FOLDED = `${5 * MOST}`;

/** The deliveries of what a request or an entry has done. There may be more if these are not all. */
type Sent = { deliveries: readonly FoundDelivery[]; isAll: boolean };

export type Happening = { id: string; at: string; sent?: Sent | undefined } & (
  | { kind: 'request'; line: LoggedRequest }
  /** Successive reads that succeeded, the newest first. There may be more if these are not all. */
  | { kind: 'reads'; lines: readonly [LoggedRequest, ...LoggedRequest[]]; isAll: boolean }
  | { kind: 'entry'; entry: AuditEntry }
  | { kind: 'delivery'; delivery: FoundDelivery }
  | { kind: 'training'; training: Training }
);

type List = Exclude<Happening['kind'], 'reads'>;

/** What the person may see beside the audit log. */
export type Shown = { hasInterfaces: boolean; showsTrainings: boolean };

/**
 * The last happenings of the team, the newest first, each from the list that has it, with the rights of that list. They
 * are asked for every few seconds while the page is visible, as long as their page is open. What a list has answered
 * before is not shown any more once the person may not read that list.
 */
export function useHappenings({ hasInterfaces, showsTrainings }: Shown) {
  const often = { refetchInterval: EACH_MS, staleTime: 0 };
  const ofInterfaces = { ...often, enabled: hasInterfaces };
  const entries = useQuery(trpc.auditLog.list.queryOptions({ limit }, often));
  const requests = useQuery(
    trpc.requestLog.list.queryOptions({ limit: MOST_FOLDED }, ofInterfaces),
  );
  const deliveries = useQuery(
    trpc.webhooks.listAllDeliveries.queryOptions({ limit: MOST_FOLDED }, ofInterfaces),
  );
  const trainings = useQuery(
    trpc.trainings.list.queryOptions({ limit }, { ...often, enabled: showsTrainings }),
  );
  const reads = { entry: entries, request: requests, delivery: deliveries, training: trainings };
  const asked: List[] = [
    'entry',
    ...(hasInterfaces ? (['request', 'delivery'] as const) : []),
    ...(showsTrainings ? (['training'] as const) : []),
  ];
  const mayRead = (list: List) => asked.includes(list) && !isRefused(reads[list].error);
  const visible = (one: Happening): Happening[] => {
    if (!mayRead(one.kind === 'reads' ? 'request' : one.kind)) return [];
    return [mayRead('delivery') ? one : { ...one, sent: undefined }];
  };
  const all: Happening[] = [
    ...(entries.data?.data ?? []).map(
      (entry) => ({ kind: 'entry', id: entry.id, at: entry.at, entry }) as const,
    ),
    ...(requests.data?.data ?? []).map(
      (line) => ({ kind: 'request', id: line.request_id, at: line.at, line }) as const,
    ),
    ...(deliveries.data?.data ?? []).map(
      (delivery) =>
        ({ kind: 'delivery', id: delivery.id, at: delivery.created_at, delivery }) as const,
    ),
    ...(trainings.data?.data ?? []).flatMap((training) =>
      training.created_at
        ? [{ kind: 'training', id: training.id, at: training.created_at, training } as const]
        : [],
    ),
  ];
  const sorted = all.flatMap(visible).sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1));
  const folded = foldEffects(sorted, deliveries.data?.next_cursor != null);
  const newest = foldReads(folded, requests.data?.next_cursor != null).slice(0, MOST);
  return {
    newest,
    visible,
    // A list without an answer is asked again and again. It loads only once, and then it has failed.
    isLoading: asked.some((kind) => reads[kind].isLoading && reads[kind].errorUpdateCount === 0),
    isError: asked.some((kind) => reads[kind].errorUpdatedAt > reads[kind].dataUpdatedAt),
  };
}

/**
 * A request, the entry that it made and the deliveries of its events are one happening, so they are one row: the entry
 * says best what was done. If it made several, each of them is a row, and the request has the deliveries. An event that
 * no request made is one row for all endpoints.
 */
function foldEffects(all: readonly Happening[], hasMore: boolean): Happening[] {
  const parts = new Map<string, Happening[]>();
  for (const one of all) parts.set(causeOf(one), [...(parts.get(causeOf(one)) ?? []), one]);
  const oldest = all.findLast(({ kind }) => kind === 'delivery');
  return all.flatMap((one): Happening[] => {
    const same = parts.get(causeOf(one)) ?? [];
    const [entry, ...others] = same.filter(({ kind }) => kind === 'entry');
    const first = [
      others.length === 0 ? entry : undefined,
      same.find(({ kind }) => kind === 'request'),
      same.find(({ kind }) => kind === 'delivery'),
    ].find((part) => part !== undefined);
    if (one !== first) return one.kind === 'entry' || one.kind === 'training' ? [one] : [];
    const deliveries = same.flatMap((part) => (part.kind === 'delivery' ? [part.delivery] : []));
    const isAll = !(hasMore && oldest && same.includes(oldest));
    return [deliveries.length === 0 ? one : { ...one, sent: { deliveries, isAll } }];
  });
}

/** What has caused it: the request, or if there is none, the event. */
function causeOf(one: Happening): string {
  switch (one.kind) {
    case 'entry':
      return one.entry.request_id ?? one.id;
    case 'delivery':
      return one.delivery.request_id ?? one.delivery.event_id;
    default:
      return one.id;
  }
}

/**
 * Successive reads that succeeded are one row, because dozens of them would leave no room for what has changed or
 * failed. The row has its id from what stands below it, so that it stays the same row while further reads come.
 */
function foldReads(all: readonly Happening[], hasMore: boolean): Happening[] {
  const oldest = all.findLast(({ kind }) => kind === 'request');
  const rows: Happening[] = [];
  for (const [index, one] of all.entries()) {
    const line = readOf(one);
    if (line && readOf(all[index - 1])) continue;
    const lines = line ? [line] : [];
    let below = index + 1;
    for (let next = line && readOf(all[below]); next; next = readOf(all[below])) {
      lines.push(next);
      below += 1;
    }
    const [first, ...others] = lines;
    if (!first || others.length === 0) {
      rows.push(one);
      continue;
    }
    const isAll = !hasMore || all[below - 1] !== oldest;
    const id = `reads ${all[below]?.id}`;
    rows.push({ kind: 'reads', id, at: one.at, lines: [first, ...others], isAll });
  }
  return rows;
}

function readOf(one: Happening | undefined): LoggedRequest | undefined {
  if (one?.kind !== 'request') return undefined;
  return one.line.method === 'GET' && one.line.status < 400 ? one.line : undefined;
}

/**
 * The people whose trainings and assignments these entries are about, by the object's id, as far as they may be shown.
 */
export function useTrainees(shown: readonly Happening[]): Map<string, string> {
  const idsOf = (kind: string) =>
    new Set(
      shown.flatMap((one) => {
        if (one.kind !== 'entry') return [];
        const { target } = one.entry;
        return target.kind === kind && target.can_open ? [target.id] : [];
      }),
    );
  const once = { staleTime: Number.POSITIVE_INFINITY };
  const trainings = useQueries({
    queries: [...idsOf('training')].map((training_id) =>
      trpc.trainings.get.queryOptions({ training_id }, once),
    ),
  });
  const assignments = useQueries({
    queries: [...idsOf('assignment')].map((assignment_id) =>
      trpc.assignments.get.queryOptions({ assignment_id }, once),
    ),
  });
  const people = [
    ...trainings.map(({ data }) => [data?.id, data?.user_id] as const),
    ...assignments.map(({ data }) => [data?.id, data?.member_user_id] as const),
  ];
  return new Map(people.flatMap(([id, person]) => (id && person ? [[id, person]] : [])));
}

/** The server has refused the list, for example after a right was taken away. Other failures pass. */
function isRefused(error: unknown): boolean {
  const status = failureOf(error)?.httpStatus ?? 503;
  return status < 500 && status !== 429;
}
