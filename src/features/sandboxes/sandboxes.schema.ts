import { z } from 'zod';
import { lineText, text } from '../../shared/schema/text.ts';

/** The most sandboxes that a team may have. */
export const SANDBOXES_PER_TEAM = 3;
/** A sandbox is deleted when nobody has used it for this many days. */
export const IDLE_DAYS = 90;

const name = lineText(1, 120);
const sandboxId = text(100);

export const createSandboxInput = z.strictObject({
  name,
  /** Adds keys, requests, endpoints and deliveries of a year, for a person who wants to look around. */
  with_history: z.boolean().optional(),
});
export type CreateSandbox = z.output<typeof createSandboxInput>;
export const renameSandboxInput = z.strictObject({ sandbox_id: sandboxId, name });
export const sandboxIdInput = z.strictObject({ sandbox_id: sandboxId });

export const setSeatsInput = z.strictObject({ seats: z.int().min(1).max(10_000) });

/** What a worker is doing with a sandbox. */
export const sandboxState = z.enum(['ready', 'filling', 'resetting', 'removing']);

const sandbox = z.strictObject({
  id: z.string(),
  name: z.string(),
  state: sandboxState,
  /** A person can look around in a year of requests and deliveries. */
  with_history: z.boolean(),
  seats: z.int(),
  created_at: z.iso.datetime(),
  used_at: z.iso.datetime(),
  /** When the sandbox will be deleted, if nobody uses it until then. */
  deleted_at: z.iso.datetime(),
});

export const sandboxList = z.strictObject({
  data: z.array(sandbox),
  /** The most sandboxes that a team may have. */
  most: z.int(),
});
export type SandboxList = z.output<typeof sandboxList>;

export const createdSandbox = z.strictObject({ id: z.string() });
