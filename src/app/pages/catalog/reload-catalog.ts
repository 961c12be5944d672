import { queryClient, trpc } from '../../api/client.ts';

/** After a change, all that depends on the catalog. */
export async function reloadCatalog(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(trpc.catalog.pathFilter()),
    queryClient.invalidateQueries(trpc.policies.pathFilter()),
  ]);
}
