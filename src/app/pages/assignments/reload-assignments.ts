import { queryClient, trpc } from '../../api/client.ts';

/** After a change, all that shows assignments. */
export async function reloadAssignments(): Promise<void> {
  await queryClient.invalidateQueries(trpc.assignments.pathFilter());
}
