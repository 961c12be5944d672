import type { PrismaCall } from '../../../operation/call.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { DEFAULT_LANGUAGE, languages } from '../../../shared/language.ts';
import { atHour, eagerness } from '../calendar.ts';
import { emailOf, people } from '../people.ts';
import type { DemoMember } from '../team.ts';
import { addSession, type Sessions } from '../trainings.ts';
import { daysIn, isIn, type Period, randomOf } from './period.ts';

/** The people of the demo who are active members. */
export async function findMembers({ db, prisma }: PrismaCall): Promise<DemoMember[]> {
  const rows = await prisma.member.findMany({
    where: { tenant_id: db.tenantId, status: 'active' },
    select: { id: true, user_id: true, email: true, created_at: true, joined_at: true },
  });
  const byEmail = new Map(rows.map((row) => [row.email, row]));
  const [first] = people;
  const lang =
    languages.find((each) => byEmail.has(emailOf({ ...first, lang: each }))) ?? DEFAULT_LANGUAGE;
  return people.flatMap((person) => {
    const row = byEmail.get(emailOf({ ...person, lang }));
    if (!row?.user_id || person.perWeek === 0) return [];
    const { id: memberId, user_id: userId, created_at: invitedAt, joined_at: joinedAt } = row;
    return [{ ...person, lang, memberId, userId, invitedAt, joinedAt }];
  });
}

/** Makes more sessions a day than in the history, so that charts by hour show something in many hours. */
const WEEK = 1.1;
/** Some people train even on days without work. */
const LEAST_EAGER = 0.6;
const PARTS_OF_REQUESTS = 200;

/** Plans the sessions that end in the period. */
export function planSessions(
  tenantId: string,
  members: readonly DemoMember[],
  period: Period,
): Sessions {
  const sessions: Sessions = { trainings: [], evaluations: [] };
  // A session may begin on the day before.
  const days = daysIn({ ...period, since: new Date(period.since.getTime() - DAY_MS / 2) });
  for (const day of days) {
    for (const [n, member] of members.entries()) {
      const random = randomOf(day, PARTS_OF_REQUESTS + n);
      const eager = Math.max(LEAST_EAGER, eagerness(day));
      const startedAt = atHour(day, random.whole(5, 21), random.whole(0, 59));
      if (!random.chance(Math.min(0.9, (member.perWeek * eager) / WEEK))) continue;
      const yearsIn = (startedAt.getTime() - member.invitedAt.getTime()) / (365 * DAY_MS);
      addSession(sessions, { tenantId, member, startedAt, yearsIn, random, tasks: [] });
    }
  }
  const trainings = sessions.trainings.filter(
    ({ finished_at }) => finished_at !== null && isIn(period, finished_at),
  );
  const ids = new Set(trainings.map(({ id }) => id));
  return {
    trainings,
    evaluations: sessions.evaluations.filter(({ training_id }) => ids.has(training_id)),
  };
}
