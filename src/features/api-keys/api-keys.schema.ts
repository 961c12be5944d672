import { z } from 'zod';
import { parseIpRange } from '../../auth/ip-range.ts';
import { inTableOrder, keyTemplates, type Scope, scopes } from '../../auth/scopes.ts';
import { dateTimeInput } from '../../shared/schema/date-time.ts';
import { editVersion } from '../../shared/schema/edit-version-input.ts';
import { pageInput } from '../../shared/schema/page-schema.ts';
import { shortList } from '../../shared/schema/short-list.ts';
import { isStorableText, lineText } from '../../shared/schema/text.ts';
import { DAY_MS, HOUR_MS, WEEK_MS } from '../../shared/time/durations.ts';

/** How many addresses and CIDRs a key may list (D40). */
const MAX_IP_RANGES = 50;

const ipRange = z.string().transform((text, context) => {
  const range = parseIpRange(text.trim());
  if (range !== null) return range;
  context.addIssue({ code: 'custom', message: 'Not an IP address or CIDR' });
  return z.NEVER;
});

/** The fields that are chosen for a new key. The command line reads its flags with them too. */
export const keyFields = {
  // The name appears in lists and in the subject of mails.
  name: lineText(1, 100),
  // At least one (D49), in the order of the contract's table (D51).
  scopes: shortList(z.array(z.enum(scopes)).min(1, 'At least one scope.')).transform(inTableOrder),
  template: z.enum(Object.keys(keyTemplates) as (keyof typeof keyTemplates)[]),
  ip_ranges: z
    .array(ipRange)
    .max(MAX_IP_RANGES, `At most ${MAX_IP_RANGES} addresses and CIDRs.`)
    .transform(unique),
  expires_at: dateTimeInput.transform((text) => new Date(text)),
};
const { name, ip_ranges } = keyFields;
/** Null if the key does not expire. */
const expires_at = keyFields.expires_at.nullable().optional();
const selection = {
  template: keyFields.template.optional(),
  scopes: keyFields.scopes.optional(),
};

const key_id = z.string().min(1).max(100).refine(isStorableText);
export const keyIdInput = z.strictObject({ key_id });

export const createKeyInput = z
  .strictObject({ name, ...selection, ip_ranges: ip_ranges.default([]), expires_at })
  .transform(({ template, scopes: chosen, ...input }, context) => ({
    ...input,
    scopes: selected({ template, chosen }, context) ?? missingSelection(context),
  }));

/** A field that is missing has the value of the other key. */
export const duplicateKeyInput = z
  .strictObject({
    key_id,
    name: name.optional(),
    ...selection,
    ip_ranges: ip_ranges.optional(),
    expires_at,
  })
  .transform(({ template, scopes: chosen, ...input }, context) => ({
    ...input,
    scopes: selected({ template, chosen }, context),
  }));
export type DuplicateKey = z.output<typeof duplicateKeyInput>;

type Selection = { template: keyof typeof keyTemplates | undefined; chosen: Scope[] | undefined };

const ONE_SELECTION = 'Give either scopes or a template.';

function selected({ template, chosen }: Selection, context: z.RefinementCtx): Scope[] | undefined {
  if (template && chosen) addSelectionIssue(context);
  return template ? inTableOrder(keyTemplates[template]) : chosen;
}

function missingSelection(context: z.RefinementCtx): never {
  addSelectionIssue(context);
  return z.NEVER;
}

function addSelectionIssue(context: z.RefinementCtx): void {
  context.addIssue({ code: 'custom', path: ['scopes'], message: ONE_SELECTION });
}

/** How long the old and the new key overlap (D45). */
export const graceMs = {
  '0': 0,
  '1h': HOUR_MS,
  '24h': DAY_MS,
  '7d': WEEK_MS,
  '30d': 30 * DAY_MS,
} as const;
export type Grace = keyof typeof graceMs;
export const graces = Object.keys(graceMs) as [Grace, ...Grace[]];

export const rotateKeyInput = z.strictObject({
  key_id,
  grace: z.enum(graces),
  /** If it is missing, the new key ends when the old one would have ended (D46). */
  expires_at,
});
export type RotateKey = z.output<typeof rotateKeyInput>;

export const renameKeyInput = z.strictObject({ key_id, name, version: editVersion });

/**
 * `expiring`: the key ends within seven days. `in_grace`: it was rotated and still works. `expired`
 * includes the end of the grace period.
 */
const state = z.enum(['active', 'expiring', 'in_grace', 'expired', 'revoked']);

export const listKeysInput = z.strictObject({
  ...pageInput,
  /** `working`: keys that the public API accepts now. `ended`: expired and revoked keys. */
  show: z.enum(['all', 'working', 'ended', ...state.options]).default('all'),
});
export type ListKeys = z.output<typeof listKeysInput>;

const instant = z.iso.datetime();

export const newKeyAnswer = z.strictObject({
  key_id: z.string(),
  key_prefix: z.string(),
  /** The key itself. No other answer contains it. */
  key: z.string(),
});
export type NewKey = z.output<typeof newKeyAnswer>;

export const rotatedKey = newKeyAnswer.extend({
  /** When the new key ends. */
  expires_at: instant.nullable(),
  /** True if the new key ends when the old key would have ended. */
  expiry_inherited: z.boolean(),
  old_key_valid_until: instant,
});
export type RotatedKey = z.output<typeof rotatedKey>;

export const renamedKey = z.strictObject({
  key_id: z.string(),
  name: z.string(),
  version: z.string(),
});
export const endedKey = z.strictObject({ key_id: z.string(), expires_at: instant });
export const revokedKey = z.strictObject({ key_id: z.string(), revoked_at: instant });

const otherKey = z.strictObject({ key_id: z.string(), key_prefix: z.string(), state });

export const listedKey = z.strictObject({
  key_id: z.string(),
  key_prefix: z.string(),
  name: z.string(),
  /** The version of what can be edited, for `rename`. */
  version: z.string(),
  scopes: z.array(z.enum(scopes)),
  /** The template with exactly these scopes. */
  template: keyFields.template.nullable(),
  /** If it is empty, the key may be used from any address. */
  ip_ranges: z.array(z.string()),
  state,
  /**
   * `creator_role_gone`: the creator is not an admin any more, so the key cannot grant the role `admin`
   * (D42). `any_address`: the list of addresses has an entry that all addresses match.
   */
  warnings: z.array(z.enum(['creator_role_gone', 'any_address'])),
  created_at: instant,
  created_by: z.string(),
  /** Null while `member_detail_enabled` is off, unless the creator is oneself. */
  creator: z
    .strictObject({
      is_me: z.boolean(),
      /** Null before the first sign-in. */
      name: z.string().nullable(),
      email: z.string(),
      role: z.enum(['owner', 'admin', 'member']),
      status: z.enum(['active', 'invited', 'removed']),
    })
    .nullable(),
  /** The end of the key. If the key was rotated, the end of its grace period. */
  expires_at: instant.nullable(),
  rotated_at: instant.nullable(),
  revoked_at: instant.nullable(),
  predecessor: otherKey.nullable(),
  successor: otherKey.nullable(),
  /** Null if no use is known. A process writes the uses once a minute, so this may be a minute late. */
  last_use: z.strictObject({ at: instant, ip: z.string().nullable() }).nullable(),
  /** All requests on each of the last thirty days (UTC), oldest first; the last is today. */
  requests_by_day: z.array(z.int()).length(30),
  /** How many of these requests were successful. */
  ok_by_day: z.array(z.int()).length(30),
  /** How many of these requests a rate limit refused. */
  limited: z.int(),
});
export type ListedKey = z.output<typeof listedKey>;

export const keyPage = z.strictObject({
  data: z.array(listedKey),
  next_cursor: z.string().nullable(),
  /** How many keys are in each state, on the first page. Null if there are more than 10,000. */
  counts: z.record(z.enum(['all', ...state.options]), z.int()).nullable(),
});
export type KeyPage = z.output<typeof keyPage>;

function unique(texts: string[]): string[] {
  return [...new Set(texts)];
}

/**
 * The address of the person who asks, as the service sees it. Both fields are null if the address is unknown.
 */
export const callersAddress = z.strictObject({
  ip: z.string().nullable(),
  /** The entry for the address list of a key. */
  range: z.string().nullable(),
});
export type CallersAddress = z.output<typeof callersAddress>;
