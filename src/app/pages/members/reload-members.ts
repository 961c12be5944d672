import { queryClient, trpc } from '../../api/client.ts';

/** After a change, all that shows members, and the seats of the team. */
export async function reloadMembers(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(trpc.members.pathFilter()),
    queryClient.invalidateQueries(trpc.team.pathFilter()),
  ]);
}
