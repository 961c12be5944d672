import { z } from 'zod';
import { DEFAULT_LANGUAGE, languages } from '../../shared/language/language.ts';
import { editVersion } from '../../shared/schema/edit-version-input.ts';
import { memberEmailInput } from '../../shared/schema/email.ts';
import { lineText } from '../../shared/schema/text.ts';

const zoneName = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/;

/** A time zone by its IANA name. `Intl` would also accept offsets, but offsets have no summer time. */
const timeZoneInput = z
  .string()
  .max(64)
  .refine(
    (zone) => usualName(zone) !== null,
    'The IANA name of a time zone, such as Europe/Berlin.',
  )
  .transform((zone) => usualName(zone) ?? zone);

/**
 * The usual spelling of a zone. If a zone has two names, `Intl` returns the older one: then the given name
 * stays.
 */
function usualName(zone: string): string | null {
  if (!zoneName.test(zone)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
    return timeZone.toLowerCase() === zone.toLowerCase() ? timeZone : zone;
  } catch {
    return null;
  }
}

/** The address of a page on which other people will click: only https, without a user or a password. */
const webLinkInput = z
  .string()
  .trim()
  .max(2048)
  .refine(isWebLink, 'An https address.')
  .transform((link) => new URL(link).href);

function isWebLink(link: string): boolean {
  if (!URL.canParse(link)) return false;
  const { protocol, username, password, hostname, href } = new URL(link);
  const isPublic = hostname.includes('.') && username === '' && password === '';
  return protocol === 'https:' && isPublic && href.length <= 2048;
}

const MAX = 1_000_000;

export const MOST_OF_TEAM_NAME = 120;
const teamName = lineText(1, MOST_OF_TEAM_NAME);
const seats = z.int().min(1).max(MAX);
const rateLimitPerMin = z.int().min(1).max(MAX);

/** The plan `free` does not include the API: requests of such a team are refused (D51). */
const plan = z.enum(['team', 'enterprise', 'free']);

export const createTeamInput = z.strictObject({
  name: teamName,
  owner: memberEmailInput,
  lang: z.enum(languages).default(DEFAULT_LANGUAGE),
  plan: plan.exclude(['free']).default('team'),
  seats: seats.default(100),
  rate_limit_per_min: rateLimitPerMin.default(600),
});
export type CreateTeamInput = z.input<typeof createTeamInput>;

export const setTeamInput = z.strictObject({
  status: z.enum(['active', 'suspended', 'ended']).optional(),
  plan: plan.optional(),
  seats: seats.optional(),
  rate_limit_per_min: rateLimitPerMin.optional(),
  member_detail_enabled: z.boolean().optional(),
  leaderboard_enabled: z.boolean().optional(),
});
export type SetTeamInput = z.input<typeof setTeamInput>;

export type Team = Required<z.output<typeof setTeamInput>> & { tenant_id: string; name: string };

export const offerOwnershipInput = z.strictObject({ member_id: z.string() });

const language = z.enum(languages);

/** The settings that admins change in the app. Null removes a link. */
export const changeTeamInput = z.strictObject({
  version: editVersion,
  name: teamName.optional(),
  languages: z
    .array(language)
    .min(1)
    .max(languages.length)
    .refine((all) => new Set(all).size === all.length, 'Each language once.')
    .optional(),
  time_zone: timeZoneInput.optional(),
  imprint_url: webLinkInput.nullish(),
  privacy_url: webLinkInput.nullish(),
});
export type ChangeTeamInput = z.output<typeof changeTeamInput>;

type Settings = {
  name: string;
  languages: string[];
  time_zone: string;
  imprint_url: string | null;
  privacy_url: string | null;
};

/** The settings that `team.change` changes, without the rest of the row. */
export function settingsOf(team: Settings): Settings {
  const { name, languages, time_zone, imprint_url, privacy_url } = team;
  return { name, languages, time_zone, imprint_url, privacy_url };
}

/** The team as its members see it in the app. */
export const ownTeam = z.strictObject({
  id: z.string(),
  name: z.string(),
  status: z.enum(['active', 'suspended', 'ended']),
  plan: z.string(),
  seats: z.int(),
  seats_taken: z.int(),
  rate_limit_per_min: z.int(),
  member_detail_enabled: z.boolean(),
  leaderboard_enabled: z.boolean(),
  /** An invitation that names no language is written in the first of these. */
  languages: z.array(language),
  time_zone: z.string(),
  imprint_url: z.string().nullable(),
  privacy_url: z.string().nullable(),
  /** The limits of the team, besides its seats and its requests. */
  limits: z.strictObject({
    requests_per_key_per_min: z.int(),
    invitations_per_hour: z.int(),
    webhook_endpoints: z.int(),
  }),
  /** The open offer. Only the owner who made it and the person who may accept it get it. */
  ownership_offer: z
    .strictObject({
      member_id: z.string(),
      is_to_me: z.boolean(),
      expires_at: z.iso.datetime(),
    })
    .nullable(),
  /** The version, for `team.change`. */
  version: z.string(),
});
export type OwnTeam = z.output<typeof ownTeam>;

/** The lists of people and their work that can be exported as a file. */
const list = z.enum(['members', 'erasures', 'trainings', 'assignments', 'deals']);

export const exportListInput = z.strictObject({ list });

/** The address of the file, without its ending. The call for this address requires the fresh proof. */
export const exportAddress = z.strictObject({
  url: z.templateLiteral(['/app/export/', list]),
});
