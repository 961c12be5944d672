import { insertInvited } from '../../harness/rows.ts';
import { insertSandbox } from '../../harness/sandbox.ts';
import type { World } from '../../harness/world.ts';

async function aSandbox({ team }: World) {
  await team.api.sql.query('delete from tenant where sandbox_of = $1', [team.tenantId]);
  return { sandbox_id: await insertSandbox(team) };
}

/** Inputs for the procedures of sandboxes. */
export const sandboxInputs = {
  'sandboxes.list': () => ({}),
  'sandboxes.create': async (world: World) => {
    await aSandbox(world);
    return { name: 'Trial' };
  },
  'sandboxes.rename': async (world: World) => ({ ...(await aSandbox(world)), name: 'Renamed' }),
  'sandboxes.reset': aSandbox,
  'sandboxes.remove': aSandbox,
  'members.acceptForTrial': async ({ team }: World) => ({ member_id: await insertInvited(team) }),
  // The world is no sandbox: the call is refused after its right was checked.
  'sandboxes.setSeats': () => ({ seats: 5 }),
};
