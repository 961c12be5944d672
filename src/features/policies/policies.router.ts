import { router, teamProcedure } from '../../operation/procedure.ts';
import { getExplanation, listOptions } from './list-options.ts';
import { getPolicies, listPolicies } from './list-policies.ts';
import {
  explainInput,
  explanation,
  listPoliciesInput,
  options,
  policiesOfInput,
  policiesPage,
  policyPreview,
  previewPoliciesInput,
  setPoliciesInput,
  subjectPolicies,
} from './policies.schema.ts';
import { previewPolicies } from './preview-policies.ts';
import { setPolicies } from './set-policies.ts';

export const policiesRouter = router({
  list: teamProcedure('see_policies')
    .input(listPoliciesInput)
    .output(policiesPage)
    .query(({ ctx, input }) => listPolicies(ctx, input)),

  get: teamProcedure('see_policies')
    .input(policiesOfInput)
    .output(subjectPolicies)
    .query(({ ctx, input }) => getPolicies(ctx, input.member_id)),

  preview: teamProcedure('see_policies', {
    name: 'policies.preview',
    section: 'Catalog and analytics',
    personal: 'policy_preview',
  })
    .input(previewPoliciesInput)
    .output(policyPreview)
    .query(({ ctx, input }) => previewPolicies(ctx, input)),

  set: teamProcedure('change_policies')
    .input(setPoliciesInput)
    .output(subjectPolicies)
    .mutation(({ ctx, input }) => setPolicies(ctx, input)),

  getExplanation: teamProcedure('see_policies')
    .input(explainInput)
    .output(explanation)
    .query(({ ctx, input }) => getExplanation(ctx, input)),

  options: teamProcedure('see_policies')
    .input(explainInput)
    .output(options)
    .query(({ ctx, input }) => listOptions(ctx, input)),
});
