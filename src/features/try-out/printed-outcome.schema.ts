import { z } from 'zod';
import { thread } from '../thread/thread.schema.ts';

/** The part of the outcome that a command line prints. It names no people. */
export const printedOutcome = z.strictObject({
  entries: z.array(z.strictObject({ action: z.string() })),
  events: thread.shape.events,
});
