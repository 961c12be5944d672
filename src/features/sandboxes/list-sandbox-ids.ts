import type { Steps } from '../../operation/system-call.ts';

/** The sandboxes of a team, for work on a team that includes its sandboxes. */
export async function listSandboxIds(steps: Pick<Steps, 'inTeam'>): Promise<string[]> {
  const rows = await steps.inTeam(({ db }) =>
    db.rows<{ id: string }>('select s.id from sandboxes_of($1) s'),
  );
  return rows.map(({ id }) => id);
}
