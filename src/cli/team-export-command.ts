import { command } from './command.ts';
import { exportTeamRows } from './export-team-rows.ts';
import { newFile, teamFlag } from './flags.ts';
import { inTeam } from './in-team.ts';

export const teamExport = command({
  name: 'team export',
  summary: 'write all rows of a team into a file, one JSON object a line',
  result: '{tenant_id, file, rows}',
  flags: { team: teamFlag, out: newFile },
  notes: [
    'Each line is {table, row}. Secrets, hashes and private cases are left out. The rows are those of one moment.',
    'The file has its name once it is whole; a run that was killed leaves FILE.part.',
  ],
  async run(context, { team, out }) {
    await inTeam(context, team, async () => undefined);
    return { tenant_id: team, file: out, rows: await exportTeamRows(context.pool, team, out) };
  },
});
