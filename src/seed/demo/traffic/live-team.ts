import type { PrismaCall } from '../../../operation/call.ts';
import { DEFAULT_LANGUAGE, languages } from '../../../shared/language/language.ts';
import { HOUR_MS } from '../../../shared/time/durations.ts';
import { PRACTICE_ORIGIN } from '../../../shared/web/practice-origins.ts';
import { daysBefore } from '../calendar.ts';
import { callOf } from '../calls.ts';
import type { DemoEndpoint } from '../endpoints.ts';
import { clientsByName, type DemoKey } from '../keys.ts';
import { emailOf, people } from '../people.ts';
import { Random } from '../random.ts';
import { type DemoMember, memberOf } from '../team.ts';

/** The people of the demo who are active members. */
export async function findMembers({ db, prisma }: PrismaCall): Promise<DemoMember[]> {
  const rows = await prisma.member.findMany({
    where: { tenant_id: db.tenantId, status: 'active' },
    select: { id: true, user_id: true, email: true, created_at: true, joined_at: true },
  });
  const rowOf = (email: string) => rows.find((row) => row.email === email);
  const { post } = memberOf({ members: people }, 'leitung');
  const lang = languages.find((each) => rowOf(emailOf({ post, lang: each }))) ?? DEFAULT_LANGUAGE;
  return people.flatMap((person) => {
    const row = rowOf(emailOf({ ...person, lang }));
    if (!row?.user_id || person.perWeek === 0) return [];
    const { id: memberId, user_id: userId, created_at: invitedAt, joined_at: joinedAt } = row;
    return [{ ...person, lang, memberId, userId, invitedAt, joinedAt }];
  });
}

/** What requests name in their paths. */
export async function findIds({ db, prisma }: PrismaCall, members: readonly DemoMember[]) {
  const trained = await prisma.training.findMany({
    where: { tenant_id: db.tenantId, status: 'scored' },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    take: 30,
    select: { id: true },
  });
  const removed = await prisma.member.findMany({
    where: { tenant_id: db.tenantId, status: 'removed' },
    take: 5,
    select: { id: true },
  });
  return {
    member: members.map(({ memberId }) => memberId),
    removed: removed.map(({ id }) => id),
    training: trained.map(({ id }) => id),
  };
}

export type KeyInUse = DemoKey & {
  scopes: readonly string[];
  refused: ReturnType<typeof callOf> | null;
};

/**
 * The keys that the first start made, as far as programs go on asking with them: the newest key of each name. Requests of
 * a revoked or expired key are refused.
 */
export async function findKeys({ db, prisma, now }: PrismaCall, madeAt: Date): Promise<KeyInUse[]> {
  const keys = await prisma.apiKey.findMany({
    where: {
      tenant_id: db.tenantId,
      name: { in: [...clientsByName.keys()] },
      created_at: { lte: madeAt },
    },
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
  });
  const newest = new Map(keys.map((key) => [key.name, key]));
  return [...newest.values()].map(({ id, prefix, name, scopes, ...key }) => {
    const isExpired = key.expires_at !== null && key.expires_at <= now;
    const reason = key.revoked_at ? 'revoked' : isExpired ? 'expired' : null;
    const refused = reason && callOf(reason, new Random(0));
    const client = clientsByName.get(name) ?? '';
    return { id, prefix, client, scopes, createdAt: key.created_at, endedAt: null, refused };
  });
}

/** The endpoint. Null if a person has switched it off, deleted it or changed its URL. */
export async function findEndpoint(
  { db, prisma }: PrismaCall,
  id: string,
): Promise<DemoEndpoint | null> {
  const row = await prisma.webhookEndpoint.findFirst({
    where: {
      tenant_id: db.tenantId,
      id,
      url: { startsWith: `${PRACTICE_ORIGIN}/` },
      status: 'active',
      deleted_at: null,
    },
    omit: { secret: true },
  });
  if (!row) return null;
  const { url, created_at: createdAt } = row;
  const events = row.events as DemoEndpoint['events'];
  return { id, url, description: row.description ?? '', status: 'active', createdAt, events };
}

/** More than one request a minute would soon make what a visitor sees differ from the rest of the day. */
const QUIET_MS = 30_000;

/** True if no program has asked anything just now. */
export async function isQuiet({ db, prisma, now }: PrismaCall): Promise<boolean> {
  const used_at = { gt: new Date(now.getTime() - QUIET_MS) };
  return (await prisma.apiKeyUse.count({ where: { tenant_id: db.tenantId, used_at } })) === 0;
}

/** These notes mark the assignments of the demo. Assignments of people lack them and are left alone. */
export const notesOfCrm = {
  de: 'Aus dem CRM: bitte vor dem nächsten Termin üben.',
  en: 'From the CRM: please practise before your next appointment.',
};
const OPEN_DAYS = 3;

const ofCrm = ({ db }: PrismaCall) => {
  return { tenant_id: db.tenantId, note: { in: Object.values(notesOfCrm) } };
};

/** True if the CRM has made an assignment in the last hour. */
export async function hasNewAssignment(call: PrismaCall): Promise<boolean> {
  const created_at = { gt: new Date(call.now.getTime() - HOUR_MS) };
  return (await call.prisma.assignment.count({ where: { ...ofCrm(call), created_at } })) > 0;
}

/**
 * Closes assignments that the CRM made some days ago, so that they do not pile up. An assignment that a person has
 * changed or opened again since stays as it is.
 */
export async function closeAssignments(call: PrismaCall): Promise<void> {
  const { db, prisma, now } = call;
  const open = await prisma.assignment.findMany({
    where: { ...ofCrm(call), status: 'open', created_at: { lt: daysBefore(now, OPEN_DAYS) } },
    select: { id: true, created_at: true, updated_at: true },
  });
  const untouched = open.filter((row) => row.updated_at.getTime() === row.created_at.getTime());
  await prisma.assignment.updateMany({
    where: { tenant_id: db.tenantId, status: 'open', id: { in: untouched.map(({ id }) => id) } },
    data: { status: 'done', updated_at: now },
  });
}
