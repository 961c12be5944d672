import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { setTeam } from '../../src/features/team/set-team.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { databaseClock } from '../../src/shared/time/clock.ts';
import { DAY_MS } from '../../src/shared/time/durations.ts';
import { runHousekeeping } from '../../src/worker/housekeeping/start-housekeeping.ts';
import { later, NOW, newTeam } from '../cli/harness/team.ts';
import { links } from '../harness/mailed-links.ts';
import { useDatabase } from '../harness/use-database.ts';
import { waitingBackend } from '../harness/waiting.ts';

const database = useDatabase();
const log = createLogger('silent');

let team: Awaited<ReturnType<typeof newTeam>>;
let sandbox: string;

beforeEach(async () => {
  team = await newTeam(database().pool, { owner: 'owner@example.com' });
  sandbox = newId('ten', NOW);
  await database().pool.query(
    `insert into tenant (id, name, plan, seats, created_at, sandbox_of, sandbox_used_at)
     values ($1, 'Trial', 'team', 20, $2, $3, $2)`,
    [sandbox, NOW, team.tenant_id],
  );
});

/** Runs the housekeeping of a minute, this many days after the last use. */
const keepHouseOnDay = (days: number) =>
  runHousekeeping({
    pool: database().pool,
    clock: { ...databaseClock, stoppedAt: () => later(days * DAY_MS) },
    log,
    links,
  });

async function mails() {
  const { rows } = await database().pool.query<{ recipient: string; body: string }>(
    'select recipient, body from mail where tenant_id = any ($1) order by id',
    [[team.tenant_id, sandbox]],
  );
  return rows;
}

async function state(): Promise<string | null | undefined> {
  const { rows } = await database().pool.query<{ sandbox_state: string | null }>(
    'select sandbox_state from tenant where id = $1',
    [sandbox],
  );
  return rows[0]?.sandbox_state;
}

/** Does the work while somebody uses the sandbox: the use is committed when the work waits for the row. */
async function whileUsed(day: number, work: () => Promise<void>): Promise<void> {
  const user = await database().pool.connect();
  onTestFinished(() => user.release(true));
  await user.query('begin');
  await user.query(
    'update tenant set sandbox_used_at = $2, sandbox_warned_at = null where id = $1',
    [sandbox, later(day * DAY_MS)],
  );
  const working = work();
  await waitingBackend(database().pool);
  await user.query('commit');
  await working;
}

test('the owner of the team gets one mail after 80 idle days, and the sandbox is deleted after 90', async () => {
  await keepHouseOnDay(79);
  expect(await mails()).toEqual([]);
  await Promise.all([keepHouseOnDay(80), keepHouseOnDay(80)]);
  await keepHouseOnDay(89);
  expect(await mails()).toMatchObject([
    { recipient: 'owner@example.com', body: expect.stringContaining('„Trial“') },
  ]);
  expect(await state()).toBeNull();
  await keepHouseOnDay(90);
  expect(await state()).toBe('removing');
  const { rows } = await database().pool.query(
    `select action, actor_kind from audit_entry where tenant_id = $1 and target_id = $2`,
    [team.tenant_id, sandbox],
  );
  expect(rows).toEqual([{ action: 'sandbox.deleted', actor_kind: 'system' }]);
});

test('the sandbox is deleted ten days after the mail, however late the mail was', async () => {
  await keepHouseOnDay(120);
  expect(await state()).toBeNull();
  await keepHouseOnDay(129);
  expect(await state()).toBeNull();
  await keepHouseOnDay(130);
  expect(await state()).toBe('removing');
});

test('a use in between keeps the sandbox, and a suspended team keeps its sandboxes', async () => {
  await keepHouseOnDay(80);
  await database().pool.query(
    'update tenant set sandbox_used_at = $2, sandbox_warned_at = null where id = $1',
    [sandbox, later(85 * DAY_MS)],
  );
  await keepHouseOnDay(100);
  expect([await state(), (await mails()).length]).toEqual([null, 1]);
  await team.do((call) => setTeam(call, { status: 'suspended' }));
  await keepHouseOnDay(130);
  expect([await state(), (await mails()).length]).toEqual([null, 1]);
});

test('a use at the moment of the mail counts, so another mail comes before the deletion', async () => {
  await whileUsed(79.5, () => keepHouseOnDay(80));
  // 90 idle days have passed, but the use has cancelled the announced deletion. The first mail is still there to be
  // counted: a mail is kept for 90 days.
  await keepHouseOnDay(169.75);
  expect([await state(), (await mails()).length]).toEqual([null, 2]);
});

test('a use at the moment of the deletion saves the sandbox', async () => {
  await keepHouseOnDay(80);
  await whileUsed(89.5, () => keepHouseOnDay(90));
  expect(await state()).toBeNull();
});
