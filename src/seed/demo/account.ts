import { LONGEST_MS } from '../../auth/session.ts';
import { hashToken, newToken } from '../../auth/token.ts';
import { newId } from '../../db/ids.ts';
import type { PeoplePrisma } from '../../db/prisma/people-prisma.ts';
import { HOUR_MS } from '../../shared/time/durations.ts';
import { atHour, atWork, daysBefore } from './calendar.ts';
import { AT_HOME, OFFICE } from './origin.ts';
import type { Random } from './random.ts';
import type { DemoTeam } from './team.ts';

const desk = {
  ip: OFFICE,
  user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
};
const phone = {
  ip: AT_HOME,
  user_agent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
};

/** Writes the names of the people, and the history of the owner's account. */
export async function fillAccounts(
  prisma: PeoplePrisma,
  { members, tenantId }: DemoTeam,
  { personId: person_id, random, now }: { personId: string; random: Random; now: Date },
): Promise<void> {
  for (const { userId, name } of members) {
    if (!userId || !name) continue;
    await prisma.person.updateMany({ where: { id: userId, name: null }, data: { name } });
  }
  // A second demo team has the same people, whose history exists already.
  if (await prisma.securityLog.count({ where: { person_id } })) return;
  await prisma.securityLog.createMany({ data: securityRows(person_id, random, now) });
  const devices = [desk, phone].map((device, n) => ({ ...device, used: [20, 70][n] ?? 0 }));
  await prisma.session.createMany({
    data: devices.map(({ ip, user_agent, used }) => {
      const created_at = new Date(now.getTime() - (used + 50) * HOUR_MS);
      return {
        id: newId('ses', created_at),
        person_id,
        active_tenant_id: tenantId,
        // Only the hash is stored, so nobody can use this session.
        token_hash: hashToken(newToken()),
        created_at,
        last_seen_at: new Date(now.getTime() - used * HOUR_MS),
        expires_at: new Date(created_at.getTime() + LONGEST_MS),
        ip,
        user_agent,
      };
    }),
  });
  await prisma.knownDevice.createMany({
    data: devices.map(({ used }) => ({
      person_id,
      token_hash: hashToken(newToken()),
      created_at: atWork(now, 300),
      last_used_at: daysBefore(now, used / 24),
    })),
  });
}

/** A year of sign-ins, and a new password in between. */
function securityRows(person_id: string, random: Random, now: Date) {
  const row = (kind: string, created_at: Date, device: typeof desk) => {
    return { id: newId('sec', created_at), person_id, kind, created_at, ...device };
  };
  const rows = [row('password_set', atWork(now, 362), desk)];
  for (let day = 359; day > 3; day -= random.whole(5, 13)) {
    const device = random.chance(0.75) ? desk : phone;
    const at = atHour(daysBefore(now, day), random.whole(6, 17), random.whole(0, 59));
    rows.push(row('signed_in', at, device));
    const out = new Date(at.getTime() + random.whole(2, 6) * HOUR_MS);
    if (random.chance(0.3)) rows.push(row('signed_out', out, device));
  }
  rows.push(row('password_changed', atHour(daysBefore(now, 92), 9, 41), desk));
  rows.push(row('sessions_revoked', atHour(daysBefore(now, 92), 9, 42), desk));
  // Two sessions are still open.
  rows.push(row('signed_in', new Date(now.getTime() - 120 * HOUR_MS), phone));
  rows.push(row('signed_in', new Date(now.getTime() - 70 * HOUR_MS), desk));
  return rows;
}
