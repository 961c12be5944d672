import { z } from 'zod';
import { text } from '../../shared/schema/text.ts';

/** The page of the app where a person types the code of a command line. */
export const COMMAND_LINE_PATH = '/app/command-line';

/**
 * The facts that a command line sends about its machine. The page shows this to the person who confirms the login, so
 * it may not contain signs with which it could pass for a message of ours.
 */
const machine = z
  .string()
  .regex(/^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{N}][\p{L}\p{N} ._()-]{0,59}$/u);

export const startLoginInput = z.strictObject({
  machine,
  system: machine,
  version: z.string().regex(/^[0-9]{1,4}\.[0-9]{1,4}\.[0-9]{1,4}$/),
});
export type StartLogin = z.output<typeof startLoginInput>;

export const startedLogin = z.strictObject({
  /** The code that the person types: `XXXX-XXXX`. */
  code: z.string(),
  /** Where the person types the code. The code is not in the URL. */
  url: z.string(),
  poll_token: z.string(),
  /** How many seconds to wait between two polls. */
  interval: z.int(),
  expires_at: z.iso.datetime(),
});
export type StartedLogin = z.output<typeof startedLogin>;

export const pollInput = z.strictObject({ poll_token: text(100) });

export const polledLogin = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('waiting') }),
  z.strictObject({ state: z.literal('refused') }),
  /** The login has expired, its token was taken, or there is no such login. */
  z.strictObject({ state: z.literal('over') }),
  z.strictObject({
    state: z.literal('confirmed'),
    /** The token. No other answer contains it. */
    token: z.string(),
    expires_at: z.iso.datetime(),
  }),
]);
export type PolledLogin = z.output<typeof polledLogin>;

export const codeInput = z.strictObject({
  /** The code as the person types it: upper or lower case, with the dash or without. */
  code: text(30),
});
export const confirmInput = codeInput.extend({
  /** The team that the page has shown. */
  tenant_id: text(100),
});

export const pendingLogin = z.strictObject({
  machine: z.string(),
  system: z.string(),
  version: z.string(),
  ip: z.string().nullable(),
  asked_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  /** The address of the person who looks at the login. */
  own_ip: z.string().nullable(),
  /** The two addresses are in one network. */
  is_own_network: z.boolean(),
  team: z.strictObject({ id: z.string(), name: z.string() }),
});
export type PendingLogin = z.output<typeof pendingLogin>;

export const commandLines = z.strictObject({
  data: z.array(
    z.strictObject({
      id: z.string(),
      /**
       * The name of the person, or the address of a person without a name. `person`, `machine` and `ip` are
       * null if the team hides what other members do.
       */
      person: z.string().nullable(),
      machine: z.string().nullable(),
      system: z.string(),
      ip: z.string().nullable(),
      since: z.iso.datetime(),
      expires_at: z.iso.datetime(),
      last_used_at: z.iso.datetime(),
      is_own: z.boolean(),
      /** True if the person who asks may end this command line. */
      may_end: z.boolean(),
    }),
  ),
});
export type CommandLines = z.output<typeof commandLines>;

export const loginIdInput = z.strictObject({ login_id: text(100) });

export const commandLineStatus = z.strictObject({
  person: z.strictObject({ email: z.string(), name: z.string().nullable() }),
  team: z.strictObject({ id: z.string(), name: z.string(), sandbox: z.boolean() }),
  role: z.enum(['owner', 'admin', 'member']),
  machine: z.string(),
  expires_at: z.iso.datetime(),
});
export type CommandLineStatus = z.output<typeof commandLineStatus>;
