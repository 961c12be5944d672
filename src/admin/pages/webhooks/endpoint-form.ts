import { z } from 'zod';
import { text } from '../../../shared/text.ts';
import type { ChosenType } from './event-types.ts';

/** What the browser checks before it sends; the server checks all of it. */
export const endpointForm = z.object({
  url: text(2048).refine((url) => URL.canParse(url) && url.startsWith('https://')),
  description: text(500),
  events: z.array(z.custom<ChosenType>()),
});
export type EndpointForm = z.input<typeof endpointForm>;
