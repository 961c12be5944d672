import { z } from 'zod';
import { languages } from '../../shared/language/language.ts';
import { emailInput } from '../../shared/schema/email.ts';
import { isStorableText } from '../../shared/schema/text.ts';

const role = z.enum(['owner', 'admin', 'member']);

/** A password may have any length at sign-in, because it may be older than the present rules. */
export const passwordInput = z.string().min(1).max(1000);
const id = z.string().min(1).max(100).refine(isStorableText);

export const signInInput = z.strictObject({ email: emailInput, password: passwordInput });
export const proveInput = z.strictObject({ password: passwordInput });
export const switchTeamInput = z.strictObject({ tenant_id: id });
export const sessionIdInput = z.strictObject({ session_id: id });

/** Null if no one is signed in. */
export const currentSession = z
  .strictObject({
    session_id: z.string(),
    person: z.strictObject({
      id: z.string(),
      email: z.string(),
      name: z.string().nullable(),
      lang: z.enum(languages),
    }),
    /** The team in which the person works now. */
    team: z
      .strictObject({
        id: z.string(),
        name: z.string(),
        status: z.enum(['active', 'suspended', 'ended']),
        plan: z.string(),
        /** All times are shown in this time zone, from the first paint. */
        time_zone: z.string(),
        member_id: z.string(),
        role,
        rights: z.array(z.string()),
        /** If the person works in a sandbox: the team to which the sandbox belongs. */
        sandbox_of: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
      })
      .nullable(),
    /** Each team is followed by its sandboxes. */
    teams: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        role,
        /** For a sandbox, the id of its team. Otherwise null. */
        sandbox_of: z.string().nullable(),
      }),
    ),
    /** Until this moment no new proof is required. */
    fresh_until: z.iso.datetime().nullable(),
  })
  .nullable();
export type CurrentSession = z.output<typeof currentSession>;

export const sessionList = z.strictObject({
  data: z.array(
    z.strictObject({
      id: z.string(),
      is_current: z.boolean(),
      created_at: z.iso.datetime(),
      last_seen_at: z.iso.datetime(),
      ip: z.string().nullable(),
      user_agent: z.string().nullable(),
    }),
  ),
});
export type SessionList = z.output<typeof sessionList>;

export const revokedCount = z.strictObject({ revoked: z.int() });
