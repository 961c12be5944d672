import { queryClient, trpc } from '../../api/client.ts';

/** After a change, all that shows cases. */
export async function reloadCases(): Promise<void> {
  await queryClient.invalidateQueries(trpc.cases.pathFilter());
}
