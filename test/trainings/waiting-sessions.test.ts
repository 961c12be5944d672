import { Writable } from 'node:stream';
import { register } from 'prom-client';
import { expect, test } from 'vitest';
import { trainingWaiting } from '../../src/cli/training-commands.ts';
import { takeInSession } from '../../src/features/trainings/take-in-sessions.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { runHousekeeping } from '../../src/worker/housekeeping/start-housekeeping.ts';
import { links } from '../harness/mailed-links.ts';
import { runCommand } from '../harness/run-command.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
const log = createLogger('silent', new Writable());
type Listed = { sessions: { session_id: string }[] };

async function metric(name: string): Promise<number> {
  const [value] = (await register.getSingleMetric(name)?.get())?.values ?? [];
  return value?.value ?? Number.NaN;
}

test('a session that waits for its start is counted and listed, and deleted after seven days', async () => {
  const [team, other] = [await makeTeam(api()), await makeTeam(api())];
  const round = () => runHousekeeping({ pool: api().sql, clock: api().clock, log, links });
  const list = async (...flags: string[]) => {
    const texts = Object.fromEntries(flags.map((flag) => flag.split('=')));
    return (await runCommand<Listed>(api(), trainingWaiting, texts)).sessions;
  };
  const finish = (session_id: string) =>
    team.do((call) => takeInSession(call, { session_id, end: { status: 'completed' } }));

  // Other tests in the same process may have counted sessions too.
  const dropped = await metric('intake_dropped_sessions_total');
  await finish('old');
  api().clock.travel(6 * DAY_MS);
  await finish('young');
  await other.do((call) =>
    takeInSession(call, { session_id: 'begun', start: { user_id: other.owner.userId } }),
  );
  await round();
  expect([
    await metric('intake_waiting_sessions'),
    await metric('intake_oldest_waiting_seconds'),
  ]).toEqual([2, (6 * DAY_MS) / 1000]);
  expect(await list()).toEqual([
    { tenant_id: team.tenantId, session_id: 'old', waiting_since: expect.any(Date), has: ['end'] },
    expect.objectContaining({ session_id: 'young' }),
  ]);
  expect(await list(`team=${other.tenantId}`)).toEqual([]);
  expect(await list('limit=1')).toHaveLength(1);

  api().clock.travel(DAY_MS + 1_000);
  await round();
  expect((await list()).map(({ session_id }) => session_id)).toEqual(['young']);
  expect(await metric('intake_dropped_sessions_total')).toBe(dropped + 1);
  const { rows } = await api().sql.query('select session_id from training_intake order by 1');
  expect(rows).toEqual([{ session_id: 'begun' }, { session_id: 'young' }]);
});
