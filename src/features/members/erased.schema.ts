import { z } from 'zod';
import { described } from '../../shared/schema/described.ts';
import { pageInput, pageOf } from '../../shared/schema/page-schema.ts';

const erasure = z
  .object({
    id: described(z.string(), 'The id of the erasure.'),
    member_id: described(z.string(), 'The former member, as in `member.removed`.'),
    user_id: described(
      z.string().nullable(),
      'The person, as in trainings and cases. Null for a member who never accepted the invitation.',
    ),
    erased_at: described(z.iso.datetime(), 'When the erasure was finished.'),
  })
  .meta({
    id: 'Erasure',
    description: 'A former member whose data were erased.',
    examples: [
      {
        id: 'ers_01jd8q2n5rs7t9v1w3x5y7z9ac',
        member_id: 'mem_01jb2h5n7pr8s4t6v9w1x3y5za',
        user_id: 'usr_01jb2h5n7pr8s4t6v9w1x3y5z7',
        erased_at: '2026-11-18T09:30:12.345Z',
      },
    ],
  });
export type Erasure = z.output<typeof erasure>;

export const erasurePage = pageOf('ErasurePage', erasure);
export const listErasedInput = z.strictObject(pageInput);
