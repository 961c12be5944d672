import { removeTeam } from '../features/team/remove-team.ts';
import { setTeam } from '../features/team/set-team.ts';
import { systemSteps } from '../operation/system-call.ts';
import { UsageError } from '../shared/usage-error.ts';
import { type CommandContext, command } from './command.ts';
import { required, teamFlag, text } from './flags.ts';
import { inTeam } from './in-team.ts';

export const teamDelete = command({
  name: 'team delete',
  summary: 'delete an ended team with all its rows, and the accounts of people in no other team',
  result: '{tenant_id, rows, accounts}: how many were deleted',
  flags: { team: teamFlag, name: required('N', 'the name of the team, to be sure', text) },
  notes: [
    'It cannot be undone. A command that was killed is given again, and goes on.',
    'The list of erasures keeps the id, for a backup that is restored (erasure apply).',
  ],
  async run(context, { team, name }) {
    const found = await inTeam(context, team, ({ prisma }) =>
      prisma.tenant.findUniqueOrThrow({ where: { id: team } }),
    );
    // A sandbox ends with its team, and may also be deleted before that.
    if (found.status !== 'ended' && found.sandbox_of === null) {
      throw new UsageError(`The team is ${found.status}; end it before (team set --status ended).`);
    }
    if (found.name !== name) throw new UsageError('The team has another name.');
    return { tenant_id: team, ...(await removeTeam(systemSteps(context.pool, team, context.now))) };
  },
});

/** Deletes a team again that was deleted after the backup, and that the restore has brought back. */
export async function deleteTeamAgain(context: CommandContext, team: string): Promise<void> {
  await inTeam(context, team, (call) => setTeam(call, { status: 'ended' }));
  await removeTeam(systemSteps(context.pool, team, context.now));
}
