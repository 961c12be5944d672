import type { Call } from '../../operation/call.ts';
import { noteSessions } from '../analytics/note-sessions.ts';
import type { Dimension } from './dimensions.ts';
import type { RecordedScore } from './recorded-score.schema.ts';

/** The numbers of an evaluation that is stored. */
export type StoredScore = Record<Dimension, number> & { total: number | null };

export type EvaluationToSave = {
  training_id: string;
  /** Whose training it is, and the time at which it counts (P41). */
  member_id: string;
  trained_at: Date;
  score: RecordedScore;
};

/**
 * Writes evaluations, new ones and corrections. This is the one place that does, so that all that
 * follows from an evaluation follows from each. The caller raises the event.
 */
export async function saveEvaluations(
  call: Call,
  evaluations: readonly EvaluationToSave[],
): Promise<void> {
  const { db, now } = call;
  if (evaluations.length === 0) return;
  const rows = evaluations.map(({ training_id, score: { dimensions, methodology, ...score } }) => ({
    ...{ training_id, methodology_id: methodology },
    ...dimensions,
    ...score,
  }));
  const saved = db.write(
    `insert into evaluation (tenant_id, training_id, closing, conversation_control, needs_analysis,
       objection_handling, value_argument, total, spread, tips, goal, methodology_id, strongest,
       biggest_lever, created_at, updated_at)
     select $1, e.training_id, e.closing, e.conversation_control, e.needs_analysis,
       e.objection_handling, e.value_argument, e.total, e.spread, e.tips, e.goal, e.methodology_id,
       e.strongest, e.biggest_lever, $3::timestamptz, $3::timestamptz
     from json_to_recordset($2::json) as e(training_id text, closing smallint,
       conversation_control smallint, needs_analysis smallint, objection_handling smallint,
       value_argument smallint, total smallint, spread double precision, tips jsonb, goal text,
       methodology_id text, strongest text, biggest_lever text)
     on conflict (tenant_id, training_id) do update set
       closing = excluded.closing, conversation_control = excluded.conversation_control,
       needs_analysis = excluded.needs_analysis, objection_handling = excluded.objection_handling,
       value_argument = excluded.value_argument, total = excluded.total, spread = excluded.spread,
       tips = excluded.tips, goal = excluded.goal, methodology_id = excluded.methodology_id,
       strongest = excluded.strongest, biggest_lever = excluded.biggest_lever,
       updated_at = excluded.updated_at`,
    [JSON.stringify(rows), now],
  );
  await Promise.all([saved, noteSessions(call, evaluations)]);
}
