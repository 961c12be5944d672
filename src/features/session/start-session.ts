import { LONGEST_MS, MAX_SESSIONS, standingOf } from '../../auth/session.ts';
import { hashToken, newToken } from '../../auth/token.ts';
import { newId } from '../../db/ids.ts';
import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';
import type { AddJob, PeopleHandles } from '../../db/transaction.ts';
import type { Visit } from '../../operation/call.ts';
import { SECURITY_LOG_MS } from '../security-log/kept-for.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { listTeams, type Team } from './list-teams.ts';

/** This many devices of a person are remembered. Each sign-in without a device's cookie adds a device. */
const MAX_DEVICES = 100;

type Beginning = {
  /** The team in which the person begins to work. If it is missing, the team of the oldest membership. */
  tenantId?: string | null;
  /** True if the person has opened a link from a mail, and so knows of this sign-in. */
  byLink?: boolean;
};

/**
 * Signs in a person who has proved the identity, with a new token. The browser's former token
 * becomes invalid. `first` runs in the same transaction and returns the person.
 */
export async function startSession(
  visit: Visit,
  { tenantId = null, byLink = false }: Beginning,
  first: (handles: PeopleHandles) => Promise<string>,
): Promise<void> {
  const { now, ip, userAgent, browser, session } = visit;
  const token = newToken();
  const device = await visit.transaction(async (handles) => {
    const { prisma, addJob } = handles;
    const personId = await first(handles);
    const isFirst = await isFirstSignIn(prisma, personId, now);
    if (session) await prisma.session.deleteMany({ where: { id: session.id } });
    const team = await teamToBeginIn(prisma, personId, tenantId);
    const id = newId('ses', now);
    await prisma.session.createMany({
      data: {
        id,
        person_id: personId,
        token_hash: hashToken(token),
        active_tenant_id: team?.tenantId ?? null,
        created_at: now,
        last_seen_at: now,
        expires_at: new Date(now.getTime() + LONGEST_MS),
        proved_at: now,
        proved_as: standingOf(team),
        ip,
        user_agent: userAgent,
      },
    });
    await endLeastRecentlyUsed(prisma, personId, id);
    await recordSecurity(visit, prisma, { personId, kind: 'signed_in' });
    const existing = await familiarDevice(visit, prisma, personId);
    if (existing !== undefined) return existing;
    if (!isFirst && !byLink)
      await tellOfNewDevice(visit, { prisma, addJob, personId, session: id });
    return newDeviceOf(visit, prisma, personId);
  });
  browser.keepSession(token);
  browser.keepDevice(device);
}

/**
 * True if the account was never used before: nobody needs a mail about the first sign-in. For an account that
 * is older than the entries of its log, nobody knows this, and the answer is false.
 */
async function isFirstSignIn(prisma: PeoplePrisma, person_id: string, now: Date): Promise<boolean> {
  const created_at = { gt: new Date(now.getTime() - SECURITY_LOG_MS) };
  const young = await prisma.person.findFirst({
    where: { id: person_id, created_at },
    select: { id: true },
  });
  if (!young) return false;
  const before = await prisma.securityLog.findFirst({
    where: { person_id, kind: 'signed_in' },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    select: { id: true },
  });
  return before === null;
}

type Telling = { prisma: PeoplePrisma; addJob: AddJob; personId: string; session: string };

/** Asks a worker to tell the person about a new browser. The mail goes to the address of this moment. */
async function tellOfNewDevice(
  { now, ip, userAgent }: Visit,
  { prisma, addJob, personId, session }: Telling,
) {
  const where = { id: personId };
  const { email } = await prisma.person.findUniqueOrThrow({ where, select: { email: true } });
  const at = now.toISOString();
  await addJob('mail.new_device', { person: personId, session, email, ip, userAgent, at });
}

async function teamToBeginIn(
  prisma: PeoplePrisma,
  personId: string,
  tenantId: string | null,
): Promise<Team | null> {
  const teams = await listTeams(prisma, personId);
  const wanted = teams.find((team) => team.tenantId === tenantId);
  const [oldest] = teams.sort((a, b) => Number(a.joinedAt) - Number(b.joinedAt));
  return wanted ?? oldest ?? null;
}

/** If the person has too many sessions beside the new one, ends those that were not used for longest. */
async function endLeastRecentlyUsed(
  prisma: PeoplePrisma,
  person_id: string,
  newest: string,
): Promise<void> {
  const over = await prisma.session.findMany({
    where: { person_id, id: { not: newest } },
    select: { id: true },
    orderBy: [{ last_seen_at: 'desc' }, { id: 'desc' }],
    skip: MAX_SESSIONS - 1,
  });
  if (over.length === 0) return;
  await prisma.session.deleteMany({ where: { id: { in: over.map(({ id }) => id) } } });
}

/**
 * Notes the use of a known device. The device keeps its token, because only the browser of this person has it.
 */
async function familiarDevice(
  { browser, now }: Visit,
  prisma: PeoplePrisma,
  personId: string,
): Promise<string | undefined> {
  if (browser.device === undefined) return undefined;
  const { count } = await prisma.knownDevice.updateMany({
    where: { person_id: personId, token_hash: hashToken(browser.device) },
    data: { last_used_at: now },
  });
  return count > 0 ? browser.device : undefined;
}

async function newDeviceOf(
  { now }: Visit,
  prisma: PeoplePrisma,
  personId: string,
): Promise<string> {
  const token = newToken();
  await prisma.knownDevice.createMany({
    data: {
      person_id: personId,
      token_hash: hashToken(token),
      created_at: now,
      last_used_at: now,
    },
  });
  await forgetOldest(prisma, personId);
  return token;
}

async function forgetOldest(prisma: PeoplePrisma, person_id: string): Promise<void> {
  const over = await prisma.knownDevice.findMany({
    where: { person_id },
    select: { token_hash: true },
    orderBy: [{ last_used_at: 'desc' }, { created_at: 'desc' }],
    skip: MAX_DEVICES,
  });
  if (over.length === 0) return;
  const token_hash = { in: over.map((device) => device.token_hash) };
  await prisma.knownDevice.deleteMany({ where: { person_id, token_hash } });
}
