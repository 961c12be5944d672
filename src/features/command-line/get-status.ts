import type { CommandLineActor } from '../../auth/command-line-token.ts';
import type { CommandLineStatus } from './command-line.schema.ts';

/** Says who works at the command line, in which team, and until when. */
export function getStatus({ actor }: { actor: CommandLineActor }): CommandLineStatus {
  const { email, name, tenantId, teamName, isSandbox, role, machine, expiresAt } = actor;
  return {
    person: { email, name },
    team: { id: tenantId, name: teamName, sandbox: isSandbox },
    role,
    machine,
    expires_at: expiresAt.toISOString(),
  };
}
