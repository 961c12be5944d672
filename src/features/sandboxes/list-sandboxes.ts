import type { TeamVisit } from '../../operation/call.ts';
import type { Steps } from '../../operation/system-call.ts';
import { DAY_MS } from '../../shared/time/durations.ts';
import {
  IDLE_DAYS,
  SANDBOXES_PER_TEAM,
  type SandboxList,
  sandboxState,
} from './sandboxes.schema.ts';

type Row = {
  id: string;
  name: string;
  state: string | null;
  seats: number;
  created_at: Date;
  used_at: Date;
};

/** The sandboxes of the team. A call in a sandbox gets the sandboxes of the parent team. */
export async function listSandboxes({ db }: TeamVisit): Promise<SandboxList> {
  const rows = await db.home.rows<Row>(
    'select s.id, s.name, s.state, s.seats, s.created_at, s.used_at from sandboxes_of($1) s',
  );
  const filled = await db.home.rows<{ id: string }>(
    'select s.id from sandboxes_with_history_of($1) s',
  );
  const data = rows.map(({ state, created_at, used_at, ...sandbox }) => ({
    ...sandbox,
    with_history: filled.some(({ id }) => id === sandbox.id),
    state: sandboxState.parse(state ?? 'ready'),
    created_at: created_at.toISOString(),
    used_at: used_at.toISOString(),
    deleted_at: new Date(used_at.getTime() + IDLE_DAYS * DAY_MS).toISOString(),
  }));
  return { data, most: SANDBOXES_PER_TEAM };
}

/** The sandboxes of a team, for work on a team that includes its sandboxes. */
export async function listSandboxIds(steps: Pick<Steps, 'inTeam'>): Promise<string[]> {
  const rows = await steps.inTeam(({ db }) =>
    db.rows<{ id: string }>('select s.id from sandboxes_of($1) s'),
  );
  return rows.map(({ id }) => id);
}
