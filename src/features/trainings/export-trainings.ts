import { z } from 'zod';
import type { TeamVisit } from '../../operation/call.ts';
import { columnsOf, defineListExport } from '../../operation/define-list-export.ts';
import { text } from '../../shared/text.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { findScores } from '../evaluations/find-scores.ts';
import { listDirectory } from '../members/list-directory.ts';
import { listTrainings } from './list-trainings.ts';
import { listTrainingsInput, type Training } from './trainings.schema.ts';

type Row = Training & { name: string | null; email: string | null; score: number | null };

const column = columnsOf<Row>();

/** This filter has fewer fields than the filter of the list, because the audit log keeps it for ever. */
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
  const people = await listDirectory(call, { limit: user_ids.length, user_ids });
  const byPerson = new Map(people.data.map((person) => [person.user_id, person]));
  const { data } = await findScores(
    call,
    trainings.map(({ id }) => id),
  );
  const totals = new Map(data.map(({ training_id, total }) => [training_id, total]));
  return trainings.map((training) => {
    const { name = null, email = null } = byPerson.get(training.user_id) ?? {};
    return { ...training, name, email, score: totals.get(training.id) ?? null };
  });
}
