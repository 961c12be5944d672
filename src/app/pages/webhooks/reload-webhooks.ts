import { queryClient, trpc } from '../../api/client.ts';

/** After a change, all that shows endpoints and deliveries. */
export async function reloadWebhooks(): Promise<void> {
  await queryClient.invalidateQueries(trpc.webhooks.pathFilter());
}
