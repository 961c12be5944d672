import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../../api/client.ts';
import { useActions } from '../../../ui/open-actions.ts';

const FRESH_MS = 4_000;

/** Reads an event again and again: its deliveries and readers go on. */
export function useEvent(event_id: string) {
  const read = useQuery(trpc.events.get.queryOptions({ event_id }, { refetchInterval: FRESH_MS }));
  useActions(read.data?.id, []);
  return read;
}
