import { z } from 'zod';
import { asJson } from '../../db/as-json.ts';
import { type Page, readPage } from '../../db/pages/page.ts';
import type { RequestCall, TeamVisit } from '../../operation/call.ts';
import { columnsOf, defineListExport } from '../../operation/define-list-export.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { JsonText } from '../../shared/json/json-text.ts';
import { text } from '../../shared/schema/text.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { listScores } from '../evaluations/list-scores.ts';
import { listMembers } from '../members/list-members.ts';
import {
  activeMember,
  type listTrainingsInApp,
  listTrainingsInput,
  type Training,
  trainingFields,
  trainingShape,
} from './trainings.schema.ts';

export type TrainingFilters = Omit<z.output<typeof listTrainingsInput>, 'cursor' | 'limit'>;

/**
 * The conditions of the filters. Several filters must all match (D75). If a filter names a person
 * of another team or an unknown one, nothing matches (D74).
 */
const conditions: Record<keyof TrainingFilters, (param: string) => string> = {
  // The condition compares the member and not the joined user, so that PostgreSQL uses the index of the
  // sessions of one member.
  user_id: (param) => `t.member_id = (select u.id from member u
    where u.tenant_id = $1 and u.user_id = ${param} and u.status = 'active')`,
  // The status must be exactly the same (D73).
  status: (param) => `t.status = ${param}`,
  // Sessions of this moment itself are included (D71).
  since: (param) => `t.created_at >= ${param}::timestamptz`,
  assignment_id: (param) => `t.assignment_id = ${param}`,
};

const filterNames = ['user_id', 'status', 'since', 'assignment_id'] as const;

export function matching(filters: TrainingFilters) {
  const present = filterNames.filter((name) => filters[name] !== undefined);
  return {
    from: `training t cross join ${activeMember}`,
    where: ['t.tenant_id = $1', ...present.map((name, i) => conditions[name](`$${i + 2}`))],
    params: present.map((name) => filters[name]),
  };
}

/** How a page of trainings is read. */
export const trainingRows = {
  shape: trainingShape,
  at: 't.created_at',
  id: 't.id',
  large: ['t.external_ref'],
  fields: trainingFields,
};

type Input = z.output<typeof listTrainingsInput> & z.output<typeof listTrainingsInApp>;

/** Sessions of active members, newest first (D65, D130). The app may ask for the oldest first. */
export function listTrainings(
  { db, cursorKey }: RequestCall,
  { cursor, limit, order, ...filters }: Input,
): Promise<JsonText<Page<Training>>> {
  return readPage(
    db,
    { route: 'trainings', limit, cursor, cursorKey, filters },
    { ...trainingRows, ...matching(filters), order },
  );
}

export async function getTraining({ db }: RequestCall, id: string): Promise<JsonText<Training>> {
  const row = await db.lookUp<{ json: string }>(
    `select ${asJson(trainingShape)}
     from training t cross join ${activeMember}
     where t.tenant_id = $1 and t.id = $2`,
    [id],
  );
  if (!row) throw new ApiError('not_found');
  return new JsonText(row.json);
}

type Row = Training & { name: string | null; email: string | null; score: number | null };

const column = columnsOf<Row>();

/** Takes only bounded values, because the audit entry of the export keeps the filter. */
const filter = z.strictObject({
  user_id: text(100).optional(),
  status: z.enum(['in_progress', 'completed', 'scored', 'aborted']).optional(),
  since: listTrainingsInput.shape.since,
  assignment_id: text(100).optional(),
});

/** The trainings as a file, with the scores and the names of the list. */
export const trainingExport = defineListExport({
  rights: { begin: 'export_lists', read: 'see_trainings' },
  filter,
  columns: [
    column('Begonnen (UTC)', 'Started (UTC)', ({ created_at }) => created_at),
    column('Beendet (UTC)', 'Finished (UTC)', ({ finished_at }) => finished_at),
    column('Dauer (s)', 'Duration (s)', ({ duration_s }) => duration_s),
    column('Name', 'Name', ({ name }) => name),
    column('E-Mail', 'E-mail', ({ email }) => email),
    column('Status', 'Status', ({ status }) => status),
    column('Ergebnis', 'Score', ({ score }) => score),
    column('Situation', 'Situation', ({ situation_id }) => situation_id),
    column('Persönlichkeit', 'Personality', ({ personality_id }) => personality_id),
    column('Branche', 'Industry', ({ industry_id }) => industry_id),
    column('Aufgabe: Kennung', 'Assignment: id', ({ assignment_id }) => assignment_id),
    column('Training: Kennung', 'Training: id', ({ id }) => id),
    column('Person: Kennung', 'Person: id', ({ user_id }) => user_id),
  ],
  async begin(call, { filter, format }) {
    call.actor.privacy.requireMemberDetail();
    await recordAudit(call, {
      action: 'training_list.exported',
      targetId: call.db.tenantId,
      changes: { format, ...filter },
    });
  },
  async read(call, { filter, cursor, limit }) {
    call.actor.privacy.requireMemberDetail();
    const page = (await listTrainings(call, { cursor, limit, ...filter })).toJSON();
    return { ...page, data: await withScores(call, page.data) };
  },
});

async function withScores(call: TeamVisit, trainings: readonly Training[]): Promise<Row[]> {
  const user_ids = [...new Set(trainings.map(({ user_id }) => user_id))];
  const people = await listMembers(call, { limit: user_ids.length, user_ids }, call);
  const byPerson = new Map(people.toJSON().data.map((person) => [person.user_id, person]));
  const { data } = await listScores(call, { training_ids: trainings.map(({ id }) => id) });
  const totals = new Map(data.map(({ training_id, total }) => [training_id, total]));
  return trainings.map((training) => {
    const { name = null, email = null } = byPerson.get(training.user_id) ?? {};
    return { ...training, name, email, score: totals.get(training.id) ?? null };
  });
}
