import { expect, test } from 'vitest';
import { planTasks } from '../../src/seed/demo/assignments.ts';
import { ofTasks } from '../../src/seed/demo/deeds.ts';
import { planEndpoints } from '../../src/seed/demo/endpoints.ts';
import { lastDay } from '../../src/seed/demo/fill-team.ts';
import { planKeys } from '../../src/seed/demo/keys.ts';
import { people } from '../../src/seed/demo/people.ts';
import { Random } from '../../src/seed/demo/random.ts';
import type { DemoMember, DemoTeam } from '../../src/seed/demo/team.ts';
import { DAY_MS } from '../../src/shared/time/durations.ts';

const now = (day: number) => new Date(Date.UTC(2026, 10, day, 1 + (day % 23)));

function teamAt(at: Date): DemoTeam {
  const members = people.map((person, n): DemoMember => {
    const since = new Date(at.getTime() - person.sinceDays * DAY_MS);
    const ids = { memberId: `mem_${n}`, userId: `usr_${n}` };
    return { ...person, lang: 'en', ...ids, invitedAt: since, joinedAt: since };
  });
  return { lang: 'en', tenantId: 'ten_1', members };
}

test('on every day, a new sandbox with a history has a delivery that was refused and given up', () => {
  for (let day = 1; day <= 60; day += 1) {
    const [at, random] = [now(day), new Random(day)];
    const team = teamAt(at);
    const keys = planKeys(team, at);
    const deeds = ofTasks(team, planTasks(team.members, random, at), { ...keys, random });
    const posted = deeds.filter(({ by }) => by.kind === 'key');
    const subscribed = planEndpoints(team, at, true).results.added?.at ?? at;
    // Also on Sundays and holidays.
    expect([day, lastDay(team, at).sessions.length > 1]).toEqual([day, true]);
    // After two days, all attempts have been made.
    const end = new Date(at.getTime() - 2 * DAY_MS);
    const refused = posted.filter((deed) => deed.at >= subscribed && deed.at < end);
    expect([day, refused.length > 0]).toEqual([day, true]);
  }
});
