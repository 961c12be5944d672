import { useQuery } from '@tanstack/react-query';
import type { Thread, ThreadInput } from '../../features/thread/thread.schema.ts';
import { trpc } from '../api/client.ts';

const LATER_MS = 5_000;

/** The line of a request is written soon after its answer. Until then the thread is read so often, at most. */
const SOON_MS = 1_000;
const TRIES = 15;

/** A thread. While attempts may still be made, or its request may have ended just now, it is read again. */
export function useThread(from: ThreadInput) {
  return useQuery(
    trpc.thread.get.queryOptions(from, {
      refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) => {
        if (isMoving(data)) return LATER_MS;
        const isNew = from.of === 'request' && dataUpdateCount + errorUpdateCount < TRIES;
        return isNew && !isKnown(data) ? SOON_MS : false;
      },
    }),
  );
}

/** Whether the team knows the request. */
export const isKnown = (found: Thread | undefined) =>
  Boolean(found?.request?.line || found?.entries.length || found?.events?.length);

/** Whether attempts may still be made. */
export const isMoving = (found: Thread | undefined) =>
  found?.events?.some(({ deliveries }) => deliveries.some(({ status }) => status === 'pending')) ??
  false;
