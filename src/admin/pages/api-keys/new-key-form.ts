import { z } from 'zod';
import { lineText } from '../../../shared/text.ts';

/** What the browser checks before it sends; the server checks all of it. */
export const newKeyForm = z.object({
  name: lineText(1, 100),
  ip_ranges: z.string(),
  expires: z.string(),
});
export type NewKeyForm = z.input<typeof newKeyForm>;
