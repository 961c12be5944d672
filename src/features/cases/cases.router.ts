import {
  editableJsonOf,
  editOf,
  inputWith,
  operation,
  router,
  teamProcedure,
} from '../../operation/procedure.ts';
import { ok } from '../../shared/schema/ok.ts';
import {
  caseEdits,
  caseIdInput,
  casePage,
  casePageInApp,
  changeCaseInput,
  changeOwnCaseInput,
  createCaseInput,
  createOwnCaseInput,
  listCasesInApp,
  listCasesInput,
  listOwnCasesInput,
  teamCase,
} from './cases.schema.ts';
import { changeCase, changeOwnCase } from './change-case.ts';
import { createCase, createOwnCase } from './create-case.ts';
import { getCase, listCases } from './list-cases.ts';
import { getOwnCase, listOwnCases } from './read-own-cases.ts';
import { removeCase, removeOwnCase } from './remove-case.ts';

// While member_detail_enabled is off, reading is refused and writing is not (D84, D133).
const read = { scope: 'cases:read', needsMemberDetail: true, app: 'see_cases' } as const;
const write = { scope: 'cases:write', needsMemberDetail: false, app: 'change_cases' } as const;

const tag = 'Cases';
const description = 'Team cases only. A private case of a member is never found.';

export const casesRouter = router({
  list: operation(read, {
    method: 'GET',
    path: '/cases',
    operationId: 'listCases',
    sdk: 'cases.list',
    tag,
    summary: 'List team cases',
    description: 'Team cases, newest first. A private case of a member is never returned.',
    inApp: { name: 'cases.list', input: listCasesInApp },
  })
    .input(inputWith(listCasesInput, listCasesInApp))
    .output(editableJsonOf(casePage, casePageInApp))
    .query(async ({ ctx, input }) =>
      (await listCases(ctx, { ...input, ...ctx.inApp }, ctx.visit)).edits(caseEdits),
    ),

  get: operation(read, {
    method: 'GET',
    path: '/cases/{case_id}',
    operationId: 'getCase',
    sdk: 'cases.get',
    tag,
    summary: 'Get a team case',
    description,
    errors: ['not_found'],
  })
    .input(caseIdInput)
    .output(editableJsonOf(teamCase))
    .query(async ({ ctx, input }) => (await getCase(ctx, input.case_id)).edits(caseEdits)),

  create: operation(write, {
    method: 'POST',
    path: '/cases',
    operationId: 'createCase',
    sdk: 'cases.create',
    tag,
    summary: 'Create a team case',
    description:
      'The case belongs to one person and is shared with the whole team. Gets 404 if `user_id` is unknown, of another team or not an active member.',
    errors: ['not_found'],
    notFound: 'no_active_member',
    status: 201,
    createdAt: '/cases',
  })
    .input(createCaseInput)
    .output(editableJsonOf(teamCase))
    .mutation(async ({ ctx, input }) => (await createCase(ctx, input)).edits(caseEdits)),

  change: operation(write, {
    method: 'PATCH',
    path: '/cases/{case_id}',
    operationId: 'changeCase',
    sdk: 'cases.update',
    tag,
    summary: 'Change a team case',
    description:
      'A field that is left out stays as it is; null clears it. `fields` and `external_ref` are replaced as a whole.',
    errors: ['not_found'],
  })
    .input(editOf(changeCaseInput))
    .output(editableJsonOf(teamCase))
    .mutation(async ({ ctx, input }) =>
      (await changeCase(ctx, input, ctx.inApp?.version)).edits(caseEdits),
    ),

  remove: operation(write, {
    method: 'DELETE',
    path: '/cases/{case_id}',
    operationId: 'deleteCase',
    sdk: 'cases.delete',
    tag,
    summary: 'Delete a team case',
    description,
    errors: ['not_found'],
  })
    .input(caseIdInput)
    .output(ok)
    .mutation(({ ctx, input }) => removeCase(ctx, input.case_id)),

  // The private cases of a member, in the form of team cases.
  listOwn: teamProcedure('see_own_cases')
    .input(listOwnCasesInput)
    .output(editableJsonOf(casePage))
    .query(async ({ ctx, input }) => (await listOwnCases(ctx, input)).edits(caseEdits)),

  getOwn: teamProcedure('see_own_cases')
    .input(caseIdInput)
    .output(editableJsonOf(teamCase))
    .query(async ({ ctx, input }) => (await getOwnCase(ctx, input.case_id)).edits(caseEdits)),

  createOwn: teamProcedure('change_own_cases')
    .input(createOwnCaseInput)
    .output(editableJsonOf(teamCase))
    .mutation(async ({ ctx, input }) => (await createOwnCase(ctx, input)).edits(caseEdits)),

  changeOwn: teamProcedure('change_own_cases')
    .input(changeOwnCaseInput)
    .output(editableJsonOf(teamCase))
    .mutation(async ({ ctx, input }) => (await changeOwnCase(ctx, input)).edits(caseEdits)),

  removeOwn: teamProcedure('change_own_cases')
    .input(caseIdInput)
    .output(ok)
    .mutation(({ ctx, input }) => removeOwnCase(ctx, input.case_id)),
});
