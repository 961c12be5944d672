import type { z } from 'zod';

/** The tasks of a queue by name. */
export type Tasks = Record<string, (payload: unknown) => Promise<void>>;

/**
 * A task with a checked payload. A payload that does not fit throws, so that the queue tries the job
 * later: it may come from a newer version, whose workers can read it.
 */
export function defineTask<Payload>(
  name: string,
  schema: z.ZodType<Payload>,
  handle: (payload: Payload) => Promise<void>,
): Tasks {
  return { [name]: async (payload) => handle(schema.parse(payload)) };
}
