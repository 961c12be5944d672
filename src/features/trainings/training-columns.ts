import type { Columns } from '../../db/columns.ts';
import type { Training, TrainingIntake } from '../../db/generated/client.ts';
import type { Waiting } from './intake.schema.ts';

// To add a column to a training, change these places:
// 1. The table: a migration, and `prisma/schema.prisma` (CONTRIBUTING.md, "Add a migration"). From then on this
//    file does not compile until the column is in a list below.
// 2. What the backend reports: `intake.schema.ts`. What an end reports goes through `plan-session.ts` (`endOf`)
//    and `record-trainings.ts`.
// 3. The value: `decide-training.ts`. `write-trainings.ts` writes it from the lists below, without a change.
// 4. What readers get: `trainings.schema.ts` for REST and the app, `list-trainings.ts` for the file, and
//    `app/pages/trainings/` for the page.
// 5. What an erasure does with it: `erasure/team-data.schema.ts`.
// 6. The writers that name their columns themselves: the removal of an assignment
//    (`assignments/change-assignment.ts`), an erasure (`erasure/erase-own-rows.ts`, `erasure/erase-names.ts`),
//    and the data of the demo team and of measurements (`seed/demo/trainings.ts`, `seed/bulk/statements.ts`).

/**
 * The columns that statements write. The team is a parameter of each statement, and the source of
 * every training is the app.
 */
type TrainingColumn = Exclude<keyof Training, 'tenant_id' | 'source'>;

/** The columns of a training that never change. */
const startColumns = {
  member_id: 'text',
  assignment_id: 'text',
  situation_id: 'text',
  personality_id: 'text',
  industry_id: 'text',
  role_id: 'text',
  external_ref: 'json',
  created_at: 'time',
} as const satisfies Columns;

/** The columns that a later report always sets. */
export const statusColumns = { status: 'text' } as const satisfies Columns;

/**
 * The columns that a later report sets if it has a value for them: an evaluation alone leaves the times as
 * they are.
 */
export const endColumns = { duration_s: 'integer', finished_at: 'time' } as const satisfies Columns;

export const trainingColumns = {
  id: 'text',
  ...startColumns,
  ...statusColumns,
  ...endColumns,
} as const satisfies Record<TrainingColumn, Columns[string]>;

/** The row of a training that a report starts. */
export type TrainingRow = Pick<Training, Exclude<TrainingColumn, 'external_ref'>> & {
  external_ref: object | null;
};

/** The changes that a later report makes to a training. */
export type TrainingUpdate = Omit<TrainingRow, keyof typeof startColumns>;

type SessionColumn = Exclude<keyof TrainingIntake, 'tenant_id'>;

/**
 * The stored row of a session: the hashes of its reports, and its training, or the parts that wait for its
 * start.
 */
export type SessionRow = { session_id: string; waiting: Waiting | null } & {
  [column in Exclude<SessionColumn, 'session_id' | 'waiting'>]: string | null;
};

/** The columns of a session that change. */
export const reportColumns = {
  training_id: 'text',
  started_with: 'bytes',
  ended_with: 'bytes',
  evaluated_with: 'bytes',
  evaluated_at: 'time',
  waiting: 'json',
  waiting_since: 'time',
} as const satisfies Columns;

export const sessionColumns = {
  session_id: 'text',
  ...reportColumns,
} as const satisfies Record<SessionColumn, Columns[string]>;
