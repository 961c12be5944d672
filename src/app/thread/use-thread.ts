import { useQuery } from '@tanstack/react-query';
import type { Thread, ThreadInput } from '../../features/thread/thread.schema.ts';
import { trpc } from '../api/client.ts';

const LATER_MS = 5_000;

/** A thread. While attempts may still be made, it is read again. */
export function useThread(from: ThreadInput) {
  return useQuery(
    trpc.thread.find.queryOptions(from, {
      refetchInterval: ({ state }) => (isMoving(state.data) ? LATER_MS : false),
    }),
  );
}

/** Whether attempts may still be made. */
export const isMoving = (found: Thread | undefined) =>
  found?.events?.some(({ deliveries }) => deliveries.some(({ status }) => status === 'pending')) ??
  false;
