import { queryOptions, useQuery } from '@tanstack/react-query';
import { trpc } from '../api/client.ts';

/** While a worker makes, resets or deletes a sandbox, its state is read this often. */
const EVERY_MS = 1_000;

/** The page of a sandbox with example data that says what there is to find. */
export const TOUR = '/app/overview?tour=1';

export function sandboxesQuery() {
  return queryOptions({
    ...trpc.sandboxes.list.queryOptions({}),
    refetchInterval: ({ state }) =>
      state.data?.data.some((one) => one.state !== 'ready') ? EVERY_MS : false,
  });
}

/** The sandboxes of the team. While one changes, its state follows. */
export const useSandboxes = () => useQuery(sandboxesQuery());
