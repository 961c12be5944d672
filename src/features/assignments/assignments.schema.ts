import { z } from 'zod';
import type { Actor } from '../../auth/actor.ts';
import { asJson } from '../../db/as-json.ts';
import { selectList } from '../../db/select-list.ts';
import type { Row } from '../../db/write-row.ts';
import { createdAt, dateInput } from '../../shared/schema/date-time.ts';
import { described } from '../../shared/schema/described.ts';
import { pageInput, pageOf, pageTotal, searchedPage } from '../../shared/schema/page-schema.ts';
import { text, trimmedText } from '../../shared/schema/text.ts';
import { entryIds } from '../catalog/catalog.schema.ts';
import { ERASED_EMAIL } from '../erasure/replace-names.ts';
import { assignmentFields } from './assignment-fields.schema.ts';

const hint = 'A hint for the recipient.';

export const assignment = z
  .object({
    id: described(z.string(), 'The `{assignment_id}` in paths.'),
    member_id: described(
      z.string().nullable(),
      'The member who has it, also one who was invited or removed. Null while `member_detail_enabled` is off.',
    ),
    // States may be added (D116).
    status: described(z.string(), '`revoked`: the recipient was removed from the team.', {
      examples: ['open', 'done', 'revoked'],
    }),
    title: described(z.string().nullable(), 'What the recipient sees in the list.'),
    situation_id: described(z.string().nullable(), entryIds.situation),
    personality_id: described(z.string().nullable(), entryIds.personality),
    industry_id: described(z.string().nullable(), entryIds.industry),
    member_user_id: described(
      z.string().nullable(),
      'The recipient. Null until an invited recipient has joined, and while `member_detail_enabled` is off.',
    ),
    member_email: described(
      z.string().nullable(),
      'Null while `member_detail_enabled` is off, and once the data of the recipient is erased.',
    ),
    note: described(z.string().nullable(), hint),
    due_date: described(z.iso.date().nullable(), 'The day by which it is to be done.'),
    focus_dimension: described(
      z.string().nullable(),
      'The dimension of the score to work on. Set in the app.',
    ),
    completed_training_id: described(
      z.string().nullable(),
      'The training that completed it. Null if nobody trained, if it was opened again, and while `member_detail_enabled` is off.',
    ),
    created_at: createdAt,
  })
  .meta({
    id: 'Assignment',
    description: 'An exercise that a member has been given.',
    examples: [
      {
        id: 'asg_01jd9c4k7mq2r5t8v0w3x6y9za',
        member_id: 'mem_01jb2h5n7pr8s4t6v9w1x3y5za',
        status: 'open',
        title: 'Price talk with a sceptical buyer',
        situation_id: 'sit_price_talk',
        personality_id: 'per_sceptic',
        industry_id: 'ind_machinery',
        member_user_id: 'usr_01jb2h5n7pr8s4t6v9w1x3y5z7',
        member_email: 'sales.south@customer.example',
        note: 'Hold the price for two rounds.',
        due_date: '2026-12-04',
        focus_dimension: null,
        completed_training_id: null,
        created_at: '2026-11-20T09:30:00.000Z',
      },
    ],
  });
export type Assignment = z.output<typeof assignment>;

export const assignmentPage = pageOf('AssignmentPage', assignment);

const assignmentId = described(z.string(), 'The id of an assignment of the team.', {
  examples: ['asg_01jd9c4k7mq2r5t8v0w3x6y9za'],
});
const catalogId = text(100);
const note = described(text(assignmentFields.note.most).nullish(), hint);
const dueDate = described(
  dateInput.nullish(),
  'The day by which it is to be done. May lie in the past.',
);

export const listAssignmentsInput = z.strictObject(pageInput);
/** The app's list of a member's own assignments. Revoked assignments are over for the member. */
export const listOwnAssignmentsInput = z.strictObject({
  ...pageInput,
  status: z.enum(['open', 'done']).optional(),
});
/** What the app's list also takes. `overdue`: open assignments after their due date. */
export const listAssignmentsInApp = z.strictObject({
  status: z.enum(['open', 'overdue', 'done', 'revoked']).optional(),
  member_id: text(100).optional(),
  /** A part of the title, or of the name or address of the recipient. */
  search: trimmedText(1, 100).optional(),
  /** `due`: of the open ones, what is due first. Then open ones without a date, and then all others. */
  order: z.enum(['newest', 'due']).optional(),
});
const count = z.int();
export const assignmentPageInApp = z.object({
  ...assignmentPage.shape,
  ...searchedPage,
  total: pageTotal,
  /**
   * How many there are in each state beside the other filters, on the first page without a search. Open ones
   * include those that are overdue. Null if there are more than 10,000.
   */
  counts: z
    .strictObject({ all: count, open: count, overdue: count, done: count, revoked: count })
    .nullable()
    .optional(),
});
export type AssignmentPage = z.output<typeof assignmentPageInApp>;
export const assignmentIdInput = z.strictObject({ assignment_id: assignmentId });
export const createAssignmentInput = z
  .strictObject({
    member_id: described(text(100), 'A member of the team, active or invited.'),
    title: described(
      trimmedText(1, 120),
      'What the recipient sees in the list. White space around it is removed.',
    ),
    situation_id: described(catalogId, entryIds.situation),
    personality_id: described(catalogId, entryIds.personality),
    industry_id: described(catalogId, entryIds.industry),
    note,
    due_date: dueDate,
  })
  .meta({
    examples: [
      {
        member_id: 'mem_01jb2h5n7pr8s4t6v9w1x3y5za',
        title: 'Price talk with a sceptical buyer',
        situation_id: 'sit_price_talk',
        personality_id: 'per_sceptic',
        industry_id: 'ind_machinery',
        note: 'Hold the price for two rounds.',
        due_date: '2026-12-04',
      },
    ],
  });
/** The fields that the app edits. */
export const assignmentEdits = Object.keys(assignmentFields) as (keyof typeof assignmentFields)[];
export const changeAssignmentInput = z
  .strictObject({
    assignment_id: assignmentId,
    // Only DELETE revokes (D117).
    status: described(
      z.enum(['open', 'done']).optional(),
      'Each may become the other. `done` raises `assignment.completed`, unless it was `done` before.',
    ),
    note: described(note, 'A hint for the recipient. Null clears it.'),
    due_date: described(dueDate, 'The day by which it is to be done. Null clears it.'),
  })
  .meta({ examples: [{ status: 'done', note: null }] });

const assignmentRow = { model: 'assignment', as: 'a' } as const;
const shapeWithMember = selectList(assignment, assignmentRow, {
  member_user_id: 'm.user_id',
  member_email: `nullif(m.email, '${ERASED_EMAIL}')`,
});
const shapeWithoutMember = selectList(assignment, assignmentRow, {
  member_id: 'null',
  member_user_id: 'null',
  member_email: 'null',
  completed_training_id: 'null',
});

/**
 * The public shape of `assignment a` of `member m`. The fields of the member are null while the
 * switch is off (D128).
 */
export function assignmentShape(actor: Actor): string {
  const shows = actor.privacy.shows('changed_assignment', 'member_user_id');
  return shows ? shapeWithMember : shapeWithoutMember;
}

type New = Pick<Row<'assignment'>, 'title' | 'note' | 'due_date'> &
  Record<'id' | 'member_id' | 'situation_id' | 'personality_id' | 'industry_id', string> & {
    created_at: Date;
  };

/** A new assignment as JSON, as `assignmentById` would read it. */
export function newAssignment(
  actor: Actor,
  { created_at, member_id, title = null, note = null, due_date = null, ...fields }: New,
  { userId, email }: { userId: string | null; email: string | null },
): string {
  const shows = actor.privacy.shows('changed_assignment', 'member_user_id');
  const values: Record<keyof Assignment, unknown> = {
    ...fields,
    member_id: shows ? member_id : null,
    status: 'open',
    title,
    note,
    due_date,
    member_user_id: shows ? userId : null,
    member_email: shows ? email : null,
    focus_dimension: null,
    completed_training_id: null,
    created_at: created_at.toISOString(),
  };
  return JSON.stringify(values, Object.keys(assignment.shape));
}

/**
 * Joins the recipient of `assignment a`. The limit keeps PostgreSQL from reversing the join. So PostgreSQL
 * reads a page along the index of its order, however many rows the team has.
 */
export const recipient = `lateral (select r.user_id, r.email from member r
  where r.tenant_id = $1 and r.id = a.member_id limit 1) m`;

const byId = (shape: string) => `select ${asJson(shape)}
    from assignment a cross join ${recipient}
    where a.tenant_id = $1 and a.id = $2`;
const byIdWithMember = byId(shapeWithMember);
const byIdWithoutMember = byId(shapeWithoutMember);

/** One assignment as JSON, given its id as `$2`. */
export function assignmentById(actor: Actor): string {
  return assignmentShape(actor) === shapeWithMember ? byIdWithMember : byIdWithoutMember;
}
