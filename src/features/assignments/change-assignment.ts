import type { z } from 'zod';
import type { Call } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { JsonText } from '../../shared/json/json-text.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { pick } from '../../shared/schema/pick.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { requireUnchanged } from '../audit-log/require-unchanged.ts';
import { raiseEvent } from '../webhooks/raise-event.ts';
import {
  type Assignment,
  assignmentById,
  type changeAssignmentInput,
} from './assignments.schema.ts';

type Input = z.output<typeof changeAssignmentInput>;
type Field = Exclude<keyof Input, 'assignment_id'>;
type Current = {
  status: string;
  note: string | null;
  due_date: string | null;
  changed_at: Date;
  member_id: string;
  user_id: string | null;
};

const names: readonly Field[] = ['status', 'note', 'due_date'];

/**
 * Changes an assignment. Each state may change to any other (spec, States). A field with the same
 * value is not a change (D118, D120).
 */
export async function changeAssignment(
  call: Call,
  input: Input,
  version?: string,
): Promise<JsonText<Assignment>> {
  const { db, actor } = call;
  const current = await db.row<Current>(
    `select a.status, a.note, a.due_date::text as due_date, a.updated_at as changed_at,
       a.member_id, m.user_id
     from assignment a join member m on m.tenant_id = $1 and m.id = a.member_id
     where a.tenant_id = $1 and a.id = $2 for no key update of a`,
    [input.assignment_id],
  );
  if (!current) throw new ApiError('not_found');
  const { status, note, due_date, changed_at: changedAt } = current;
  // A training that completes the assignment changes it without an entry in the audit log.
  const fields = { status, note, due_date };
  await requireUnchanged(call, { id: input.assignment_id, fields, changedAt, version });
  const changed = names.filter(
    (name) => input[name] !== undefined && input[name] !== current[name],
  );
  if (changed.length > 0) await update(call, input, { changed, current });
  const completes = changed.includes('status') && input.status === 'done';
  if (completes) await raiseCompleted(call, input.assignment_id, current);
  const row = await db.row<{ json: string }>(assignmentById(actor), [input.assignment_id]);
  if (!row) throw new Error('The assignment has vanished while it was locked');
  return new JsonText(row.json);
}

/** Raises the event only when the state becomes `done` (D118). */
function raiseCompleted(
  call: Call,
  assignmentId: string,
  { member_id, user_id }: Current,
): Promise<void> {
  const data = { assignment_id: assignmentId, status: 'done', member_id, user_id };
  return raiseEvent(call, 'assignment.completed', data);
}

/** An assignment that is opened again loses the training that completed it (D121). */
async function update(
  call: Call,
  input: Input,
  { changed, current }: { changed: readonly Field[]; current: Current },
): Promise<void> {
  const changes: Partial<Input> = pick(input, changed);
  await call.db.update('assignment', input.assignment_id, {
    ...changes,
    ...(changes.status === 'open' ? { completed_training_id: null } : {}),
    updated_at: call.now,
  });
  await recordAudit(call, {
    action: 'assignment.changed',
    targetId: input.assignment_id,
    // A note may contain anything, so the audit log records only its name.
    changes: { changed, ...shown(changed, input) },
    before: shown(changed, current),
  });
}

/** The fields whose values the audit log shows. */
function shown(
  changed: readonly Field[],
  { status, due_date }: { status?: string | undefined; due_date?: string | null | undefined },
): Record<string, unknown> {
  return {
    ...(changed.includes('status') ? { status } : {}),
    ...(changed.includes('due_date') ? { due_date } : {}),
  };
}

/**
 * Deletes an assignment: a second call answers 404 (D127). Trainings for the assignment stay. The lock comes
 * first, so that nobody records a training for the assignment between the two other statements.
 */
export async function removeAssignment(call: Call, id: string): Promise<Ok> {
  const { db } = call;
  const [row] = await Promise.all([
    db.row('select a.id from assignment a where a.tenant_id = $1 and a.id = $2 for update', [id]),
    db.write(
      `update training t set assignment_id = null
       where t.tenant_id = $1 and t.assignment_id = $2`,
      [id],
    ),
    db.write('delete from assignment a where a.tenant_id = $1 and a.id = $2', [id]),
  ]);
  if (!row) throw new ApiError('not_found');
  await recordAudit(call, { action: 'assignment.deleted', targetId: id });
  return { ok: true };
}
