import type { PrismaCall } from '../../operation/call.ts';
import type { Language } from '../../shared/language/language.ts';

const locales = { de: 'de-DE', en: 'en-GB' } as const satisfies Record<Language, string>;

/**
 * A moment for people, exact to the minute, with the short name of the time zone. This name differs in summer.
 * A mail about a team uses the zone of the team. A mail about an account uses UTC, because a person has no
 * zone.
 */
export function longDate(at: Date, lang: Language, timeZone = 'UTC'): string {
  const locale = locales[lang];
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone } as const;
  const text = new Intl.DateTimeFormat(locale, options).format(at);
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' });
  const zone = parts.formatToParts(at).find(({ type }) => type === 'timeZoneName');
  return `${text} (${zone?.value ?? timeZone})`;
}

/** The time zone of the team that a mail is about. */
export async function timeZoneOf({ db, prisma }: PrismaCall): Promise<string> {
  const where = { id: db.tenantId };
  const team = await prisma.tenant.findUniqueOrThrow({ where, select: { time_zone: true } });
  return team.time_zone;
}
