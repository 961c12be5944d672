import type { z } from 'zod';

/** What the queue runs, by name. */
export type Tasks = Record<string, (payload: unknown) => Promise<void>>;

/**
 * A payload that cannot be read throws, so that its job waits: it may come from a newer version,
 * whose workers read it.
 */
export function defineTask<Payload>(
  name: string,
  schema: z.ZodType<Payload>,
  handle: (payload: Payload) => Promise<void>,
): Tasks {
  return { [name]: async (payload) => handle(schema.parse(payload)) };
}
