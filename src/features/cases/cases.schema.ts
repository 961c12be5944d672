import { z } from 'zod';
import { asJson } from '../../db/as-json.ts';
import { selectList } from '../../db/select-list.ts';
import { createdAt } from '../../shared/schema/date-time.ts';
import { described } from '../../shared/schema/described.ts';
import { editVersion } from '../../shared/schema/edit-version-input.ts';
import {
  orderInput,
  pageInput,
  pageOf,
  pageTotal,
  searchedPage,
} from '../../shared/schema/page-schema.ts';
import { text, trimmedText } from '../../shared/schema/text.ts';
import { caseFields } from './case-fields.schema.ts';
import { freeFormObject } from './free-form.schema.ts';

const freeForm = z.record(z.string(), z.unknown());

export const teamCase = z
  .object({
    id: described(z.string(), 'The `{case_id}` in paths.'),
    user_id: described(
      z.string(),
      'The person whose case it is, who may have left the team since.',
    ),
    title: described(z.string().nullable(), 'What the case is called in lists.'),
    persona_id: described(
      z.string().nullable(),
      'As it was sent; it need not be an id of the catalog.',
    ),
    fields: described(
      z.union([freeForm, z.array(z.unknown())]).nullable(),
      'Free-form object or array.',
    ),
    external_ref: described(freeForm.nullable(), 'Free-form object.'),
    created_at: createdAt,
  })
  .meta({
    id: 'Case',
    description: 'A case that the team shares.',
    examples: [
      {
        id: 'cas_01jd7r2m5np8q3s6t9v1w4x7yz',
        user_id: 'usr_01jb2h5n7pr8s4t6v9w1x3y5z7',
        title: 'Renewal with a new buyer',
        persona_id: 'per_sceptic',
        fields: { company_size: 240, pains: ['price', 'onboarding'] },
        external_ref: { system: 'crm', deal: '48213' },
        created_at: '2026-11-03T08:15:00.000Z',
      },
    ],
  });
export type Case = z.output<typeof teamCase>;

export const casePage = pageOf('CasePage', teamCase);

/** The fields that a person fills in, as the API describes them. */
const caseContent = {
  // The length is counted in characters (D33).
  title: described(
    text(caseFields.title.most).nullish(),
    'What the case is called in lists. Kept as it is, with white space around it.',
  ),
  fields: freeFormObject.nullish(),
  // The id is not looked up in the catalog (D136).
  persona_id: described(
    text(caseFields.persona_id.most).nullish(),
    'Stored as sent; it need not be an id of the catalog.',
  ),
  external_ref: freeFormObject.nullish(),
} satisfies Record<keyof typeof caseFields, z.ZodType>;

const caseId = described(z.string(), 'The id of a team case.', {
  examples: ['cas_01jd7r2m5np8q3s6t9v1w4x7yz'],
});

export const listCasesInput = z.strictObject({
  ...pageInput,
  user_id: described(z.string().optional(), 'Only cases of this user.'),
});
export const listCasesInApp = z.strictObject({
  /** A part of the title. */
  search: trimmedText(1, 100).optional(),
  order: orderInput,
});
export const casePageInApp = z.object({ ...casePage.shape, ...searchedPage, total: pageTotal });
export type CasePage = z.output<typeof casePageInApp>;
export const caseIdInput = z.strictObject({ case_id: caseId });
export const createCaseInput = z
  .strictObject({
    user_id: described(text(100), 'The user id of an active member or the owner.'),
    ...caseContent,
  })
  .meta({
    examples: [
      {
        user_id: 'usr_01jb2h5n7pr8s4t6v9w1x3y5z7',
        title: 'Renewal with a new buyer',
        fields: { company_size: 240, pains: ['price', 'onboarding'] },
        persona_id: 'per_sceptic',
        external_ref: { system: 'crm', deal: '48213' },
      },
    ],
  });
/** The fields that the app edits. */
export const caseEdits = Object.keys(caseContent) as (keyof typeof caseContent)[];

/** `null` clears a field. A free-form object is replaced as a whole (D119, D135). */
export const changeCaseInput = z
  .strictObject({ case_id: caseId, ...caseContent })
  .meta({ examples: [{ title: 'Renewal, second talk', persona_id: null }] });

/** The public shape of `team_case c`. The member may have been removed. */
export const caseShape = selectList(
  teamCase,
  { model: 'teamCase', as: 'c' },
  {
    user_id: '(select m.user_id from member m where m.tenant_id = $1 and m.id = c.member_id)',
  },
);

/** The API shows no private cases of members (spec, Cases; D134). */
export const caseIsListed = ['c.tenant_id = $1', `c.visibility = 'team'`] as const;

/** One team case as JSON, given its id as `$2`. */
export const caseById = `select ${asJson(caseShape)}
  from team_case c
  where ${caseIsListed.join(' and ')} and c.id = $2`;

export type CaseContent = z.output<z.ZodObject<typeof caseContent>>;

/** How many private cases a member may have. */
export const MAX_OWN_CASES = 500;

export const listOwnCasesInput = z.strictObject(pageInput);

export const createOwnCaseInput = z.strictObject(caseContent);

export const changeOwnCaseInput = caseIdInput.extend({ version: editVersion, ...caseContent });

/**
 * The condition of a private case: only its member sees it, whatever role anybody has (D134).
 * `member` is the number of the parameter with the member.
 */
export function isOwnCase(member: number): string[] {
  return ['c.tenant_id = $1', `c.visibility = 'private'`, `c.member_id = $${member}`];
}

/** One private case as JSON, given its id as `$2` and the member as `$3`. */
export const ownCaseById = `select ${asJson(caseShape)}
  from team_case c
  where ${isOwnCase(3).join(' and ')} and c.id = $2`;
