import { queryClient, trpc } from '../../api/client.ts';

/** After a change, all that shows keys. */
export async function reloadKeys(): Promise<void> {
  await queryClient.invalidateQueries(trpc.apiKeys.pathFilter());
}
