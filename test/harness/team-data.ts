import { insertEvaluation, insertTraining } from './rows.ts';
import type { Person, TestTeam } from './team.ts';

export type TrainingRow = {
  created_at?: string;
  /** With an evaluation, the session is scored, unless `status` says otherwise. */
  evaluation?: Record<string, unknown>;
  [column: string]: unknown;
};

/** Inserts a session of one member. Its evaluation has the time of the session. */
export async function addTraining(
  team: TestTeam,
  member: Person,
  { evaluation, ...columns }: TrainingRow = {},
): Promise<string> {
  const created_at = columns.created_at ?? team.api.clock.now().toISOString();
  const status = evaluation ? 'scored' : 'completed';
  const row = { member_id: member.memberId, status, ...columns, created_at };
  const id = await insertTraining(team, row);
  if (evaluation) await insertEvaluation(team, id, { updated_at: created_at, ...evaluation });
  return id;
}

/** Reads all pages of a list, one after another. */
export async function readAll(
  team: TestTeam,
  path: string,
): Promise<{ ids: string[]; sizes: number[] }> {
  const ids: string[] = [];
  const sizes: number[] = [];
  let cursor: string | null = null;
  do {
    const more: string = cursor === null ? '' : `${path.includes('?') ? '&' : '?'}cursor=${cursor}`;
    const { body } = await team.request('GET', path + more);
    ids.push(...body.data.map((item) => item.id));
    sizes.push(body.data.length);
    cursor = body.next_cursor;
  } while (cursor !== null);
  return { ids, sizes };
}
