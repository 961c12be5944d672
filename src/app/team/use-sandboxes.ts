import { useQuery } from '@tanstack/react-query';
import { trpc } from '../api/client.ts';

/** While a worker makes, resets or deletes a sandbox, its state is read this often. */
const EVERY_MS = 1_000;

/** The sandboxes of the team. While one changes, its state follows. */
export function useSandboxes() {
  return useQuery({
    ...trpc.sandboxes.list.queryOptions({}),
    refetchInterval: ({ state }) =>
      state.data?.data.some((one) => one.state !== 'ready') ? EVERY_MS : false,
  });
}
