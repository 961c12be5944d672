import { useQuery } from '@tanstack/react-query';
import type { AuditEntry } from '../../../../features/audit-log/audit-log.schema.ts';
import type { LoggedRequest } from '../../../../features/request-log/request-log.schema.ts';
import type { Training } from '../../../../features/trainings/trainings.schema.ts';
import type { FoundDelivery } from '../../../../features/webhooks/find-deliveries.schema.ts';
import { trpc } from '../../../api/client.ts';
import { failureOf } from '../../../api/failure.ts';

const EACH_MS = 3_000;
export const MOST = 10;
const limit = `${MOST}`;

export type Happening = { id: string; at: string } & (
  | { kind: 'request'; line: LoggedRequest }
  | { kind: 'entry'; entry: AuditEntry }
  | { kind: 'delivery'; delivery: FoundDelivery }
  | { kind: 'training'; training: Training }
);

type Kind = Happening['kind'];

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
  const requests = useQuery(trpc.requestLog.list.queryOptions({ limit }, ofInterfaces));
  const deliveries = useQuery(trpc.webhooks.findDeliveries.queryOptions({ limit }, ofInterfaces));
  const trainings = useQuery(
    trpc.trainings.list.queryOptions({ limit }, { ...often, enabled: showsTrainings }),
  );
  const reads = { entry: entries, request: requests, delivery: deliveries, training: trainings };
  const asked: Kind[] = [
    'entry',
    ...(hasInterfaces ? (['request', 'delivery'] as const) : []),
    ...(showsTrainings ? (['training'] as const) : []),
  ];
  const maySee = ({ kind }: Happening) => asked.includes(kind) && !isRefused(reads[kind].error);
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
  const newest = all
    .filter(maySee)
    .sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1))
    .slice(0, MOST);
  return {
    newest,
    maySee,
    // A list without an answer is asked again and again. It loads only once, and then it has failed.
    isLoading: asked.some((kind) => reads[kind].isLoading && reads[kind].errorUpdateCount === 0),
    isError: asked.some((kind) => reads[kind].errorUpdatedAt > reads[kind].dataUpdatedAt),
  };
}

/** The server has refused the list, for example after a right was taken away. Other failures pass. */
function isRefused(error: unknown): boolean {
  const status = failureOf(error)?.httpStatus ?? 503;
  return status < 500 && status !== 429;
}
