import { z } from 'zod';
import { thread } from '../thread/thread.schema.ts';

/** What a command line prints of it. It names no people. */
export const printedOutcome = z.strictObject({
  entries: z.array(z.strictObject({ action: z.string() })),
  events: thread.shape.events,
});
