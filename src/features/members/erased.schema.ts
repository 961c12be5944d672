import { z } from 'zod';
import { described } from '../../shared/schema/doc-text.ts';
import { pageInput, pageOf } from '../../shared/schema/page-schema.ts';

const erasure = z
  .object({
    id: described(z.string(), {
      en: 'The id of the erasure.',
      de: 'Die ID der Löschung.',
    }),
    member_id: described(z.string(), {
      en: 'The former member, as in `member.removed`.',
      de: 'Das ehemalige Mitglied, wie in `member.removed`.',
    }),
    user_id: described(z.string().nullable(), {
      en: 'The person, as in trainings and cases. Null for a member who never accepted the invitation.',
      de: 'Die Person, wie bei Trainings und Fällen. Null bei einem Mitglied, das die Einladung nie angenommen hat.',
    }),
    erased_at: described(z.iso.datetime(), {
      en: 'When the erasure was finished.',
      de: 'Wann die Löschung fertig war.',
    }),
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
