import { newId } from '../../db/ids.ts';
import { findOrMakePerson } from '../../features/account/find-or-make-person.ts';
import { createTeam } from '../../features/team/create-team.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { HOUR_MS } from '../../shared/durations.ts';
import type { InEach, Language } from '../../shared/language.ts';
import { atHour, atWork, daysBefore } from './calendar.ts';
import { domains, emailOf, type InLanguage, type Person, people } from './people.ts';

const teamNames: InEach<string> = { de: 'Beispiel Vertrieb GmbH', en: 'Example Sales Ltd' };
const SEATS = 20;

/** `userId` and `joinedAt` are null for a person who has not accepted the invitation. */
export type DemoMember = Person &
  InLanguage & {
    memberId: string;
    userId: string | null;
    invitedAt: Date;
    joinedAt: Date | null;
  };

export type DemoTeam = InLanguage & {
  tenantId: string;
  ownerMemberId: string;
  ownerUserId: string;
  ownerEmail: string;
  members: DemoMember[];
};

/** The id of a team contains the time at which it was made. */
export function demoTeamId(now: Date): string {
  return newId('ten', foundedAt(now));
}

export async function createDemoTeam(call: PrismaCall, lang: Language): Promise<DemoTeam> {
  const [first, ...others] = people;
  const owner = { ...first, lang };
  const at = foundedAt(call.now);
  const founded = await createTeam(
    { ...call, now: at },
    { name: teamNames[lang], owner: emailOf(owner), seats: SEATS, lang },
  );
  const {
    tenant_id: tenantId,
    owner_member_id: ownerMemberId,
    owner_user_id: ownerUserId,
  } = founded;
  const members: DemoMember[] = [
    { ...owner, memberId: ownerMemberId, userId: ownerUserId, invitedAt: at, joinedAt: at },
  ];
  for (const person of others) members.push(await enter(call, { ...person, lang }, account));
  const rows = members.slice(1).map((member) => memberRow(call, member));
  await call.prisma.member.createMany({ data: rows });
  await call.prisma.mail.createMany({ data: rows.flatMap(sentInvitation) });
  await call.prisma.tenant.update({ where: { id: tenantId }, data: pagesIn(lang) });
  return { lang, tenantId, ownerMemberId, ownerUserId, ownerEmail: emailOf(owner), members };
}

/** The links that the owner has entered. */
export function pagesIn(lang: Language) {
  const site = `https://www.${domains[lang]}`;
  return lang === 'de'
    ? { imprint_url: `${site}/impressum`, privacy_url: `${site}/datenschutz` }
    : { imprint_url: `${site}/imprint`, privacy_url: `${site}/privacy` };
}

export function memberOf({ members }: Pick<DemoTeam, 'members'>, post: string): DemoMember {
  const found = members.find((member) => member.post === post);
  if (!found) throw new Error(`The demo team has nobody for ${post}`);
  return found;
}

function foundedAt(now: Date): Date {
  return atWork(now, people[0].sinceDays);
}

type Invited = Person & InLanguage;
type MakeAccount = (call: PrismaCall, person: Invited) => Promise<string>;

const account: MakeAccount = (call, person) => findOrMakePerson(call, emailOf(person), person.lang);

/** Invites a person. The person accepts some hours later. */
export async function enter(
  call: PrismaCall,
  person: Invited,
  makeAccount: MakeAccount,
): Promise<DemoMember> {
  const invitedAt = atWork(call.now, person.sinceDays);
  const memberId = newId('mem', invitedAt);
  if (person.status === 'invited') {
    return { ...person, memberId, userId: null, invitedAt, joinedAt: null };
  }
  const joinedAt = new Date(invitedAt.getTime() + (1 + (person.sinceDays % 4)) * HOUR_MS);
  const userId = await makeAccount({ ...call, now: joinedAt }, person);
  return { ...person, memberId, userId, invitedAt, joinedAt };
}

/** The time of a removal: in the evening, after the member's last training. */
export function removedAt(now: Date, untilDays: number): Date {
  return atHour(daysBefore(now, untilDays), 17, 20);
}

export function memberRow({ db, now }: PrismaCall, member: DemoMember) {
  const { role, status, untilDays, invitedAgainDays, throughApi } = member;
  return {
    tenant_id: db.tenantId,
    id: member.memberId,
    user_id: member.userId,
    email: emailOf(member),
    role,
    status,
    lang: member.lang,
    rights: member.post === 'vertriebsleitung' ? ['schnittstellen'] : [],
    created_through: throughApi ? 'api' : 'app',
    created_at: member.invitedAt,
    invited_at: invitedAgainDays === undefined ? member.invitedAt : atWork(now, invitedAgainDays),
    joined_at: member.joinedAt,
    removed_at: untilDays === undefined ? null : removedAt(now, untilDays),
  };
}

/** The list of members says whether the mail of an invitation was sent. Nobody reads its text any more. */
function sentInvitation({ tenant_id, id, email, lang, status, invited_at: at }: MemberRow) {
  if (status !== 'invited') return [];
  const cause = `invitation:${id}:${at.toISOString()}`;
  const times = { created_at: at, sent_at: at };
  const text = { subject: invitation[lang], body: '' };
  return [{ tenant_id, id: newId('mail', at), cause, recipient: email, lang, ...text, ...times }];
}

type MemberRow = ReturnType<typeof memberRow>;

const invitation: InEach<string> = {
  de: 'Einladung zum Verkaufstraining',
  en: 'Invitation to a sales training',
};
