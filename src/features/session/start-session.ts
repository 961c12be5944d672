import { LONGEST_MS, MAX_SESSIONS, standingOf } from '../../auth/session.ts';
import { hashToken, newToken } from '../../auth/token.ts';
import { newId } from '../../db/ids.ts';
import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';
import type { PeopleHandles } from '../../db/transaction.ts';
import type { Visit } from '../../operation/call.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import { listTeams, type Team } from './list-teams.ts';

/** This many devices of a person are remembered. Each sign-in without a device's cookie adds a device. */
const MAX_DEVICES = 100;

type Beginning = {
  /** The team to begin in. If it is missing, the team of the oldest membership. */
  tenantId?: string | null;
};

/**
 * Signs in a person who has proved the identity, with a new token. The browser's former token
 * becomes invalid. `first` runs in the same transaction and returns the person.
 */
export async function startSession(
  visit: Visit,
  { tenantId = null }: Beginning,
  first: (...handles: PeopleHandles) => Promise<string>,
): Promise<void> {
  const { now, ip, userAgent, browser, session } = visit;
  const token = newToken();
  const device = await visit.transaction(async (...handles) => {
    const [prisma] = handles;
    const personId = await first(...handles);
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
    await endOldest(prisma, personId, id);
    await recordSecurity(visit, prisma, { personId, kind: 'signed_in' });
    return rememberDevice(visit, prisma, personId);
  });
  browser.keepSession(token);
  browser.keepDevice(device);
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
async function endOldest(prisma: PeoplePrisma, person_id: string, newest: string): Promise<void> {
  const over = await prisma.session.findMany({
    where: { person_id, id: { not: newest } },
    select: { id: true },
    orderBy: [{ last_seen_at: 'desc' }, { id: 'desc' }],
    skip: MAX_SESSIONS - 1,
  });
  if (over.length === 0) return;
  await prisma.session.deleteMany({ where: { id: { in: over.map(({ id }) => id) } } });
}

/** Remembers the device. A known device keeps its token, which only this person's browser has. */
async function rememberDevice(
  { browser, now }: Visit,
  prisma: PeoplePrisma,
  personId: string,
): Promise<string> {
  if (browser.device !== undefined) {
    const { count } = await prisma.knownDevice.updateMany({
      where: { person_id: personId, token_hash: hashToken(browser.device) },
      data: { last_used_at: now },
    });
    if (count > 0) return browser.device;
  }
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
