import { newId } from '../../db/ids.ts';
import { findOrMakePerson } from '../../features/account/find-or-make-person.ts';
import { createTeam } from '../../features/team/create-team.ts';
import type { PrismaCall } from '../../operation/call.ts';
import type { InEach, Language } from '../../shared/language/language.ts';
import { HOUR_MS } from '../../shared/time/durations.ts';
import { atHour, atWork, daysBefore } from './calendar.ts';
import { domains, emailOf, type InLanguage, type Person, people } from './people.ts';
import { writeRows } from './write-rows.ts';

const teamNames: InEach<string> = { de: 'Beispiel Vertrieb GmbH', en: 'Example Sales Ltd' };
const invitation: InEach<string> = {
  de: 'Einladung zum Verkaufstraining',
  en: 'Invitation to a sales training',
};
const OWNER = 'leitung';
const SEATS = 20;

/** `userId` and `joinedAt` are null for a person who has not accepted the invitation. */
export type DemoMember = Person &
  InLanguage & {
    memberId: string;
    userId: string | null;
    invitedAt: Date;
    joinedAt: Date | null;
  };

export type DemoTeam = InLanguage & { tenantId: string; members: DemoMember[] };

/** The id of a team contains the time at which it was made. */
export function demoTeamId(now: Date): string {
  return newId('ten', foundedAt(now));
}

export async function createDemoTeam(call: PrismaCall, lang: Language) {
  const at = foundedAt(call.now);
  const person = { ...memberOf({ members: people }, OWNER), lang };
  const email = emailOf(person);
  const founded = await createTeam(
    { ...call, now: at },
    { name: teamNames[lang], owner: email, seats: SEATS, lang },
  );
  const { tenant_id: tenantId, owner_member_id: memberId, owner_user_id: userId } = founded;
  const owner = { ...person, memberId, userId, invitedAt: at, joinedAt: at };
  const others: DemoMember[] = [];
  for (const one of people) if (one.post !== OWNER) others.push(await enter(call, one, lang));
  const rows = others.map((member) => memberRow(call.now, member));
  await writeRows(call.db, { member: rows, mail: rows.flatMap(sentInvitation) });
  await call.prisma.tenant.update({ where: { id: tenantId }, data: pagesIn(lang) });
  return { team: { lang, tenantId, members: [owner, ...others] }, owner: { ...founded, email } };
}

/** The links that the owner has entered. */
export function pagesIn(lang: Language) {
  const site = `https://www.${domains[lang]}`;
  return lang === 'de'
    ? { imprint_url: `${site}/impressum`, privacy_url: `${site}/datenschutz` }
    : { imprint_url: `${site}/imprint`, privacy_url: `${site}/privacy` };
}

export function memberOf<M extends Pick<Person, 'post'>>(
  { members }: { members: readonly M[] },
  post: string,
): M {
  const found = members.find((member) => member.post === post);
  if (!found) throw new Error(`The demo team has nobody for ${post}`);
  return found;
}

function foundedAt(now: Date): Date {
  return atWork(now, memberOf({ members: people }, OWNER).sinceDays);
}

/** Invites a person. The person accepts some hours later. */
export async function enter(call: PrismaCall, person: Person, lang: Language): Promise<DemoMember> {
  const invitedAt = atWork(call.now, person.sinceDays);
  const invited = { ...person, lang, memberId: newId('mem', invitedAt), invitedAt };
  if (person.status === 'invited') return { ...invited, userId: null, joinedAt: null };
  const joinedAt = new Date(invitedAt.getTime() + (1 + (person.sinceDays % 4)) * HOUR_MS);
  const userId = await findOrMakePerson({ ...call, now: joinedAt }, emailOf(invited), lang);
  return { ...invited, userId, joinedAt };
}

/** The time of a removal: in the evening, after the member's last training. */
export function removedAt(now: Date, untilDays: number): Date {
  return atHour(daysBefore(now, untilDays), 17, 20);
}

export function memberRow(now: Date, member: DemoMember) {
  const { role, status, lang, untilDays, invitedAgainDays, throughApi, post } = member;
  return {
    id: member.memberId,
    user_id: member.userId,
    email: emailOf(member),
    role,
    status,
    lang,
    rights: [OWNER, 'vertriebsleitung'].includes(post) ? ['schnittstellen'] : [],
    created_through: throughApi ? 'api' : 'app',
    created_at: member.invitedAt,
    invited_at: invitedAgainDays === undefined ? member.invitedAt : atWork(now, invitedAgainDays),
    joined_at: member.joinedAt,
    removed_at: untilDays === undefined ? null : removedAt(now, untilDays),
  };
}

/** The list of members says whether the mail of an invitation was sent. Nobody reads its text any more. */
function sentInvitation({ id, email, lang, status, invited_at: at }: ReturnType<typeof memberRow>) {
  if (status !== 'invited') return [];
  const cause = `invitation:${id}:${at.toISOString()}`;
  const mail = { cause, recipient: email, lang, subject: invitation[lang], body: '' };
  return [{ id: newId('mail', at), ...mail, created_at: at, sent_at: at }];
}
