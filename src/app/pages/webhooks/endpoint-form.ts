import { z } from 'zod';
import { text } from '../../../shared/text.ts';
import type { ChosenType } from './event-types.ts';

/** What the browser checks before it sends. The server says exactly what is wrong with a URL. */
export const endpointForm = z.object({
  url: z.string(),
  description: text(500),
  events: z.array(z.custom<ChosenType>()),
});
export type EndpointForm = z.input<typeof endpointForm>;
