import { z } from 'zod';
import { editVersion } from '../../shared/schema/edit-version-input.ts';
import { pageInput } from '../../shared/schema/page-schema.ts';
import { text } from '../../shared/schema/text.ts';

/** No dimension has more entries of the team and the product together. */
export const MAX_ENTRIES = 2_000;

const mode = z.enum(['allow', 'block']);
const dimension = z.enum(['situation', 'personality', 'industry', 'role', 'methodology']);

/** The member whom the policies are about. Null for the team. */
const memberId = text(100).nullable();

/** `allow`: only these entries. `block`: all entries except these. */
const policy = z.strictObject({ mode, entry_ids: z.array(z.string()) });

const dimensionPolicies = {
  situation: policy.nullable(),
  personality: policy.nullable(),
  industry: policy.nullable(),
  role: policy.nullable(),
  methodology: policy.nullable(),
};

/**
 * The policies of the team or of a member. Null if there is none: then the team's policy applies to the
 * member.
 */
export const subjectPolicies = z.strictObject({
  member_id: z.string().nullable(),
  ...dimensionPolicies,
  version: editVersion,
});
export type SubjectPolicies = z.output<typeof subjectPolicies>;

export const policiesOfInput = z.strictObject({ member_id: memberId });

export const listPoliciesInput = z.strictObject(pageInput);
export type ListPolicies = z.output<typeof listPoliciesInput>;

const subjectModes = z.strictObject({
  member_id: z.string().nullable(),
  situation: mode.nullable(),
  personality: mode.nullable(),
  industry: mode.nullable(),
  role: mode.nullable(),
  methodology: mode.nullable(),
});
export type SubjectModes = z.output<typeof subjectModes>;

/**
 * The team's policies, and a page of the members who have policies of their own, newest member first. Only their
 * modes: a policy may have thousands of entries, which `policies.get` shows.
 */
export const policiesPage = z.strictObject({
  team: subjectModes,
  data: z.array(subjectModes),
  next_cursor: z.string().nullable(),
});
export type PoliciesPage = z.output<typeof policiesPage>;

const policyInput = z
  .strictObject({
    mode,
    entry_ids: z
      .array(text(100))
      .max(MAX_ENTRIES, `At most ${MAX_ENTRIES} entries.`)
      .transform((ids) => [...new Set(ids)].sort()),
  })
  .nullish();

/** A dimension that is missing stays as it is. Null removes its policy. */
const policyInputs = {
  member_id: memberId,
  situation: policyInput,
  personality: policyInput,
  industry: policyInput,
  role: policyInput,
  methodology: policyInput,
};

export const previewPoliciesInput = z.strictObject(policyInputs);
export type PoliciesInput = z.output<typeof previewPoliciesInput>;

export const policyPreview = z.strictObject({
  /**
   * How many open assignments could not be made under these policies. They stay. Null while
   * `member_detail_enabled` is off.
   */
  open_assignments: z.int().nullable(),
});
export type PolicyPreview = z.output<typeof policyPreview>;

export const setPoliciesInput = z.strictObject({ ...policyInputs, version: editVersion });
export type SetPolicies = z.output<typeof setPoliciesInput>;

const chosen = text(100).nullish();

/** What somebody has chosen so far in the form of an assignment. */
export const explainInput = z.strictObject({
  /** The recipient. If it is missing, the policies of the team apply. */
  member_id: chosen,
  situation_id: chosen,
  personality_id: chosen,
  industry_id: chosen,
});
export type ExplainInput = z.output<typeof explainInput>;

const reason = z.strictObject({
  why: z.enum(['unknown', 'not_released', 'discontinued', 'rule', 'policy']),
  /** The code with which the assignment is refused for this reason. */
  code: z.enum(['kombination_ungueltig', 'vorgabe_gesperrt']),
  /** The entries of the rule, or the refused entry if no rule refuses. */
  entries: z.array(z.strictObject({ id: z.string(), dimension, name: z.string().nullable() })),
  /** The rule, if a rule refuses. */
  rule: z.strictObject({ id: z.string(), own: z.boolean() }).nullable(),
  /** The policy, if a policy refuses: whether it is the team's or the member's, and its mode. */
  policy: z.strictObject({ of: z.enum(['team', 'member']), mode }).nullable(),
  /** The reason in the language of the request. */
  text: z.string(),
});
export type Reason = z.output<typeof reason>;

export const explanation = z.strictObject({
  allowed: z.boolean(),
  /**
   * The reasons in the order of the checks. The first reason is the one with which an assignment is
   * refused.
   */
  reasons: z.array(reason),
});
export type Explanation = z.output<typeof explanation>;

const option = z.strictObject({
  id: z.string(),
  /** The name in the language of the request, or else in German. */
  name: z.string().nullable(),
  icon: z.string().nullable(),
  /** Why the entry would be refused together with what is chosen in the other dimensions. */
  blocked: reason.nullable(),
});
export type Option = z.output<typeof option>;

/** The entries that are released to the team, in the order of the catalog. */
export const options = z.strictObject({
  situation: z.array(option),
  personality: z.array(option),
  industry: z.array(option),
});
export type Options = z.output<typeof options>;
