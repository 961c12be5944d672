import { z } from 'zod';
import { described } from '../../shared/schema/described.ts';
import { namesInput } from '../../shared/schema/names-input.ts';
import { limitInput } from '../../shared/schema/page-schema.ts';
import { assignment } from '../assignments/assignments.schema.ts';
import { teamCase } from '../cases/cases.schema.ts';
import { crmDeal, crmObjection } from '../crm/crm.schema.ts';
import { listedEvaluation } from '../evaluations/evaluations.schema.ts';
import { waitInput } from '../events/feed.schema.ts';
import { member } from '../members/members.schema.ts';
import { training } from '../trainings/trainings.schema.ts';

/** In the order in which a reader gets what there is at its beginning. */
export const typeNames = [
  'member',
  'deal',
  'objection',
  'assignment',
  'case',
  'training',
  'evaluation',
] as const;
export type ChangedType = (typeof typeNames)[number];

const objects = z.union([
  member,
  crmDeal,
  crmObjection,
  assignment,
  teamCase,
  training,
  listedEvaluation,
  z.null(),
]);

const change = z
  .object({
    type: described(z.string(), 'What kind of object it is.', { examples: [...typeNames] }),
    id: described(z.string(), 'The id of the object; of an evaluation that of its training.'),
    member_id: described(
      z.string().nullable(),
      'The member to whom it belongs. Null for deals and objections.',
    ),
    // More may be added.
    change: described(
      z.string(),
      '`changed`: the object is new or has changed. `deleted`: remove it. `erased`: the data of the member were erased; remove the member and whatever else you know of the person.',
      { examples: ['changed', 'deleted', 'erased'] },
    ),
    object: described(
      objects,
      'The object as it is now, as its list shows it. Null unless `change` is `changed`.',
    ),
  })
  .meta({
    id: 'Change',
    examples: [
      {
        type: 'member',
        id: 'mem_01jb2h5n7pr8s4t6v9w1x3y5za',
        member_id: 'mem_01jb2h5n7pr8s4t6v9w1x3y5za',
        change: 'changed',
        object: member.meta()?.examples?.[0],
      },
      {
        type: 'case',
        id: 'cas_01jd7r2m5np8q3s6t9v1w4x7yz',
        member_id: 'mem_01jb2h5n7pr8s4t6v9w1x3y5za',
        change: 'deleted',
        object: null,
      },
    ],
  });

export const changeList = z
  .object({
    data: described(
      z.array(change),
      'What has changed, each object once, as it is now: at most `limit`. May be empty while `has_more` is true. More types may be added: ignore those that you do not know.',
    ),
    cursor: described(
      z.string(),
      'Pass it unchanged as `cursor` next time. It is always there, also with an empty page.',
    ),
    has_more: described(
      z.boolean(),
      'True: ask again at once. False: your copy of these types is whole.',
    ),
  })
  .meta({
    id: 'ChangeList',
    description: 'A page of changes.',
    examples: [
      {
        data: change.meta()?.examples,
        cursor: 'AQhT5cVJm3KfWq0bR8x2yVsiZXZlbnRzIl0',
        has_more: false,
      },
    ],
  });
export type ChangeList = z.output<typeof changeList>;

export const listChangesInput = z.strictObject({
  cursor: described(
    z.string().optional(),
    'The `cursor` of the answer before, with the same `types`. Without it, you get everything from the beginning.',
  ),
  types: namesInput(typeNames, {
    description:
      'Only these types of objects, separated by commas. Without it, all that the scopes of the key allow.',
    example: ['member', 'training', 'evaluation'],
  }),
  limit: limitInput,
  wait: waitInput,
});
