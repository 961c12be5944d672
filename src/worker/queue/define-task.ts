import type { z } from 'zod';

/** The tasks of a queue by name. */
export type Tasks = Record<string, (payload: unknown) => Promise<void>>;

/**
 * A task whose payload is checked. A payload that does not fit throws, so the queue tries the job
 * again later: perhaps a newer version wrote it, whose workers can read it.
 */
export function defineTask<Payload>(
  name: string,
  schema: z.ZodType<Payload>,
  handle: (payload: Payload) => Promise<void>,
): Tasks {
  return { [name]: async (payload) => handle(schema.parse(payload)) };
}
