import {
  editableJsonOf,
  editOf,
  inputWith,
  jsonOf,
  operation,
  router,
  teamProcedure,
} from '../../operation/procedure.ts';
import { ok } from '../../shared/schema/ok.ts';
import {
  assignment,
  assignmentEdits,
  assignmentIdInput,
  assignmentPage,
  assignmentPageInApp,
  changeAssignmentInput,
  createAssignmentInput,
  listAssignmentsInApp,
  listAssignmentsInput,
  listOwnAssignmentsInput,
} from './assignments.schema.ts';
import { changeAssignment, removeAssignment } from './change-assignment.ts';
import { createAssignment } from './create-assignment.ts';
import { getAssignment, listAssignments } from './list-assignments.ts';
import { listOwnAssignments } from './list-own-assignments.ts';

const read = {
  scope: 'assignments:read',
  needsMemberDetail: true,
  app: 'see_assignments',
} as const;
const write = {
  scope: 'assignments:write',
  needsMemberDetail: false,
  app: 'change_assignments',
} as const;
const personal = 'assignment';
const path = '/assignments/{assignment_id}';

export const assignmentsRouter = router({
  list: operation(read, {
    method: 'GET',
    path: '/assignments',
    operationId: 'listAssignments',
    sdk: 'assignments.list',
    tag: 'Assignments',
    summary: 'List assignments',
    description: 'In every state, newest first. Deleted ones are gone.',
    inApp: { name: 'assignments.list', personal: 'assignment', input: listAssignmentsInApp },
  })
    .input(inputWith(listAssignmentsInput, listAssignmentsInApp))
    .output(editableJsonOf(assignmentPage, assignmentPageInApp))
    .query(async ({ ctx, input }) =>
      (await listAssignments(ctx, { ...input, ...ctx.inApp }, ctx.visit)).edits(assignmentEdits),
    ),

  listOwn: teamProcedure('see_own_work')
    .input(listOwnAssignmentsInput)
    .output(jsonOf(assignmentPage))
    .query(({ ctx, input }) => listOwnAssignments(ctx, input)),

  create: operation(
    { ...write, personal },
    {
      method: 'POST',
      path: '/assignments',
      operationId: 'createAssignment',
      sdk: 'assignments.create',
      tag: 'Assignments',
      summary: 'Assign an exercise',
      description:
        'Situation, personality and industry must be in the catalog, go together, and be allowed by the policy of the recipient.',
      status: 201,
      createdAt: '/assignments',
      errors: ['not_found', 'vorgabe_gesperrt', 'kombination_ungueltig'],
      notFound: 'no_such_member',
    },
  )
    .input(createAssignmentInput)
    .output(editableJsonOf(assignment))
    .mutation(async ({ ctx, input }) =>
      (await createAssignment(ctx, input)).edits(assignmentEdits),
    ),

  get: operation(read, {
    method: 'GET',
    path,
    operationId: 'getAssignment',
    sdk: 'assignments.get',
    tag: 'Assignments',
    summary: 'Get an assignment',
    description: 'Also one that was revoked. A deleted one is not found.',
    errors: ['not_found'],
  })
    .input(assignmentIdInput)
    .output(editableJsonOf(assignment))
    .query(async ({ ctx, input }) =>
      (await getAssignment(ctx, input.assignment_id)).edits(assignmentEdits),
    ),

  change: operation(
    // The app changes assignments with another procedure (`refusedInApp`). The answer to an edit here would
    // tell whether the assignment is still as the person saw it.
    { ...write, personal: 'changed_assignment', refusedInApp: 'assignments.change' },
    {
      method: 'PATCH',
      path,
      operationId: 'changeAssignment',
      sdk: 'assignments.update',
      tag: 'Assignments',
      summary: 'Change an assignment',
      description: 'A field that is left out stays as it is.',
      errors: ['not_found'],
    },
  )
    .input(editOf(changeAssignmentInput))
    .output(editableJsonOf(assignment))
    .mutation(async ({ ctx, input }) =>
      (await changeAssignment(ctx, input, ctx.inApp?.version)).edits(assignmentEdits),
    ),

  remove: operation(write, {
    method: 'DELETE',
    path,
    operationId: 'deleteAssignment',
    sdk: 'assignments.delete',
    tag: 'Assignments',
    summary: 'Delete an assignment',
    description:
      'It is gone for its recipient too. Trainings that were done for it stay. No event tells of it.',
    errors: ['not_found'],
  })
    .input(assignmentIdInput)
    .output(ok)
    .mutation(({ ctx, input }) => removeAssignment(ctx, input.assignment_id)),
});
