import { z } from 'zod';
import { described, docText } from './doc-text.ts';

/** The answer to every deletion. */
export const ok = z
  .object({ ok: described(z.boolean(), { en: 'Always `true`.', de: 'Immer `true`.' }) })
  .meta({
    id: 'Ok',
    description: docText({
      en: 'It is deleted.',
      de: 'Es ist gelöscht oder entfernt.',
    }),
    examples: [{ ok: true }],
  });
export type Ok = z.output<typeof ok>;
