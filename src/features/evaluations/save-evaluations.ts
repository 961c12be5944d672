import { type Columns, namesOf, replacementsOf, rowsOf, valuesOf } from '../../db/columns.ts';
import type { Evaluation } from '../../db/generated/client.ts';
import type { Call } from '../../operation/call.ts';
import { noteSessions } from '../analytics/note-sessions.ts';
import type { RecordedScore } from './recorded-score.schema.ts';
import type { ScoreDimension } from './score-dimensions.ts';

/** The numbers of a stored evaluation. */
export type StoredScore = Record<ScoreDimension, number> & { total: number | null };

export type EvaluationToSave = {
  training_id: string;
  /** The member who trained, and the time for which the training counts (D138). */
  member_id: string;
  trained_at: Date;
  score: RecordedScore;
};

type EvaluationColumn = Exclude<keyof Evaluation, 'tenant_id' | 'created_at' | 'updated_at'>;

/** The columns that a correction replaces. */
const scoreColumns = {
  closing: 'smallint',
  conversation_control: 'smallint',
  needs_analysis: 'smallint',
  objection_handling: 'smallint',
  value_argument: 'smallint',
  total: 'smallint',
  spread: 'number',
  tips: 'jsonb',
  goal: 'text',
  methodology_id: 'text',
  strongest: 'text',
  biggest_lever: 'text',
} as const satisfies Columns;

// If a column of schema.prisma is missing here, this does not compile. Nor does a row without it.
const columns = { training_id: 'text', ...scoreColumns } as const satisfies Record<
  EvaluationColumn,
  Columns[string]
>;

const save = `insert into evaluation (tenant_id, ${namesOf(columns)}, created_at, updated_at)
  select $1, ${valuesOf(columns)}, $3::timestamptz, $3::timestamptz from ${rowsOf(columns, '$2')}
  on conflict (tenant_id, training_id) do update set ${replacementsOf(scoreColumns)},
    updated_at = excluded.updated_at`;

/** The values of fields that the product has left out. */
const unknownValues = {
  total: null,
  spread: null,
  goal: null,
  strongest: null,
  biggest_lever: null,
};

function rowOf({ training_id, score }: EvaluationToSave): Record<EvaluationColumn, unknown> {
  const { dimensions, methodology, ...values } = score;
  return { training_id, ...dimensions, methodology_id: methodology, ...unknownValues, ...values };
}

/**
 * Writes evaluations, new ones and corrections. No other code writes evaluations, so nobody can forget their
 * consequences. The caller raises the event.
 */
export async function saveEvaluations(
  call: Call,
  evaluations: readonly EvaluationToSave[],
): Promise<void> {
  const { db, now } = call;
  if (evaluations.length === 0) return;
  const rows = evaluations.map(rowOf);
  const saved = db.write(save, [JSON.stringify(rows), now]);
  await Promise.all([saved, noteSessions(call, evaluations)]);
}
