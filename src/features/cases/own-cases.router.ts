import { editableJsonOf, router, teamProcedure } from '../../operation/procedure.ts';
import { ok } from '../../shared/ok.ts';
import { caseEdits, caseIdInput, casePage, teamCase } from './cases.schema.ts';
import { changeOwnCase } from './change-own-case.ts';
import { createOwnCase } from './create-own-case.ts';
import { listOwnCases } from './list-own-cases.ts';
import { changeOwnCaseInput, createOwnCaseInput, listOwnCasesInput } from './own-cases.schema.ts';
import { removeOwnCase } from './remove-own-case.ts';

/** The private cases of a member, in the form of team cases. */
export const ownCasesRouter = router({
  listOwn: teamProcedure('see_own_cases')
    .input(listOwnCasesInput)
    .output(editableJsonOf(casePage))
    .query(async ({ ctx, input }) => (await listOwnCases(ctx, input)).edits(caseEdits)),

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
