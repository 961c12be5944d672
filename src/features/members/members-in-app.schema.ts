import { z } from 'zod';
import { languages } from '../../shared/language/language.ts';
import { editVersion } from '../../shared/schema/edit-version-input.ts';
import { text, trimmedText } from '../../shared/schema/text.ts';

const role = z.enum(['owner', 'admin', 'member']);
/** The rights that the owner grants beside the role (spec, general rule 4). */
const teamRight = z.enum(['schnittstellen']);

/** The newest membership comes first, unless a person chooses. Who has never trained has not trained for the longest. */
const memberOrder = z.enum([
  'newest',
  'oldest',
  'name_asc',
  'name_desc',
  'trained_asc',
  'trained_desc',
]);

export type MemberOrder = z.output<typeof memberOrder>;

/** What only the app can ask of the list. */
export const listMembersInApp = z.strictObject({
  order: memberOrder.optional(),
  /** A part of the name or the e-mail address. */
  search: trimmedText(1, 100).optional(),
  role: role.optional(),
  /** `expired`: the member is invited, and the invitation is no longer valid. */
  status: z.enum(['active', 'invited', 'expired']).optional(),
  /** Only these people, for a page that knows their ids. */
  user_ids: z.array(text(100)).min(1).max(200).optional(),
  /** Only these members, for a page that knows their ids. */
  member_ids: z.array(text(100)).min(1).max(200).optional(),
});

const memberInApp = z.strictObject({
  id: z.string(),
  is_me: z.boolean(),
  user_id: z.string().nullable(),
  /**
   * Null while `member_detail_enabled` is off, unless the member is oneself. The name is also null
   * before the first sign-in.
   */
  name: z.string().nullable(),
  email: z.string().nullable(),
  role,
  rights: z.array(z.string()),
  status: z.enum(['active', 'invited']),
  lang: z.enum(languages),
  created_at: z.iso.datetime(),
  joined_at: z.iso.datetime().nullable(),
  /** When the member's last training began. Null before the first, as `name` is, and if ids are asked for. */
  last_trained_at: z.iso.datetime().nullable(),
  /** The invitation, while the member is invited. */
  invitation: z
    .strictObject({
      sent_at: z.iso.datetime(),
      expires_at: z.iso.datetime(),
      expired: z.boolean(),
      /**
       * The state of the mail. `unsent`: no worker can send mails, and only the operator sees the link.
       * `failing`: the mail server has not accepted the mail yet. `shown`: the sandbox shows the mail and
       * never sends it.
       */
      mail: z.enum(['waiting', 'sent', 'failing', 'unsent', 'shown']),
      /** When a waiting mail leaves, if the address has had too many of these mails. */
      mail_at: z.iso.datetime().nullable(),
    })
    .nullable(),
  /** The version, for `members.setRights`. */
  version: editVersion,
});
export type MemberInApp = z.output<typeof memberInApp>;

export const memberPageInApp = z.strictObject({
  data: z.array(memberInApp),
  next_cursor: z.string().nullable(),
  /** How many members have each status beside the other filters, on the first page. `expired` are among `invited`. */
  counts: z
    .strictObject({ all: z.int(), active: z.int(), invited: z.int(), expired: z.int() })
    .nullish(),
});
export type MemberPageInApp = z.output<typeof memberPageInApp>;

export const setRightsInput = z.strictObject({
  member_id: z.string(),
  version: editVersion,
  rights: z.array(teamRight).max(teamRight.options.length),
});
export type SetRightsInput = z.output<typeof setRightsInput>;

export const memberRights = z.strictObject({
  rights: z.array(z.string()),
  version: editVersion,
});
export type MemberRights = z.output<typeof memberRights>;

/** The choices of a role. `interfaces` are admins with `schnittstellen`. */
export const roles = z.array(
  z.strictObject({
    who: z.enum(['member', 'admin', 'interfaces', 'owner']),
    rights: z.array(
      z.strictObject({ right: z.string(), text: z.string(), fresh_proof: z.boolean() }),
    ),
  }),
);
export type Roles = z.output<typeof roles>;

/** What a removal would do. The app shows this before the admin decides. */
export const removalPreview = z.strictObject({
  /** The error code, if the removal would be refused now. */
  refused: z.enum(['owner', 'last_admin']).nullable(),
  /**
   * How many assignments the removal revokes, and how many of them are done (D109). Null while `member_detail_enabled`
   * is off.
   */
  assignments: z.strictObject({ all: z.int(), done: z.int() }).nullable(),
  /** How many working keys the member has made. They stay, but can no longer change admins (D42). */
  api_keys: z.int(),
});
export type RemovalPreview = z.output<typeof removalPreview>;
