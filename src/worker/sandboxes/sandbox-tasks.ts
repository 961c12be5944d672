import type pg from 'pg';
import { currentTime } from '../../db/current-time.ts';
import { emptyTeam } from '../../features/team/empty-team.ts';
import { removeTeam } from '../../features/team/remove-team.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { type Steps, systemSteps } from '../../operation/system-call.ts';
import { type Filling, fillSandbox, type HistoryKeys } from '../../seed/demo/fill-sandbox.ts';
import type { Job } from '../../shared/jobs.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { PRACTICE_ORIGIN } from '../../shared/web/practice-origins.ts';
import { defineTask, type Tasks } from '../queue/run-queue.ts';

type Deps = {
  pool: pg.Pool;
  clock: Clock;
  keys: HistoryKeys;
};
type State = 'filling' | 'resetting' | 'removing';

type Asked = Pick<Job<'sandbox.fill'>, 'language' | 'history'>;

/** The jobs of sandboxes. A job that was killed starts again from the beginning, and finds what is left. */
export function sandboxTasks({ pool, clock, keys }: Deps): Tasks {
  const taskInState = (
    name: 'sandbox.fill' | 'sandbox.reset' | 'sandbox.remove',
    state: State,
    work: (steps: Steps, asked: Asked) => Promise<unknown>,
  ) =>
    defineTask(name, async ({ sandbox, ...asked }) => {
      const steps = systemSteps(pool, sandbox, await currentTime(pool, clock));
      if (await isIn(steps, state)) await work(steps, asked);
    });
  return {
    ...taskInState('sandbox.fill', 'filling', (steps, { language, history }) =>
      fillAndMarkReady(steps, 'filling', { language, ...(history && { keys }) }),
    ),
    ...taskInState('sandbox.reset', 'resetting', (steps, { language }) =>
      resetSandbox(steps, { language, keys }),
    ),
    ...taskInState('sandbox.remove', 'removing', (steps) => removeTeam(steps)),
  };
}

function isIn(steps: Steps, sandbox_state: State): Promise<boolean> {
  return steps.inTeam(async ({ db, prisma }) => {
    const where = { id: db.tenantId, sandbox_state };
    return (await prisma.tenant.count({ where })) === 1;
  });
}

/**
 * Empties the sandbox and fills it again. The name, keys, endpoints and command lines stay, because programs continue
 * with them. The keys and endpoints of a history are made anew with it.
 */
async function resetSandbox(steps: Steps, filling: Required<Filling>): Promise<void> {
  const hasHistory = await steps.inTeam(removeKeysOfHistory);
  await emptyTeam(steps, { keepsInterfaces: true });
  const { language } = filling;
  await fillAndMarkReady(steps, 'resetting', hasHistory ? filling : { language });
}

const practiceEndpoints = ({ db }: PrismaCall) => ({
  tenant_id: db.tenantId,
  url: { startsWith: `${PRACTICE_ORIGIN}/` },
});

/**
 * Removes the keys that the filling has made in the name of its members. Its endpoints stay until the sandbox is filled
 * again, so that a job that was killed still knows that there was a history. Returns whether there was one.
 */
async function removeKeysOfHistory(call: PrismaCall): Promise<boolean> {
  const { db, prisma } = call;
  const ofTeam = { tenant_id: db.tenantId };
  if ((await prisma.webhookEndpoint.count({ where: practiceEndpoints(call) })) === 0) return false;
  // The people who visit a sandbox are members of its parent team alone.
  const members = await prisma.member.findMany({ where: ofTeam, select: { id: true } });
  const created_by = { in: members.map(({ id }) => id) };
  const keys = await prisma.apiKey.findMany({
    where: { ...ofTeam, created_by },
    select: { id: true },
  });
  const ids = { in: keys.map(({ id }) => id) };
  await prisma.apiKeyUse.deleteMany({ where: { ...ofTeam, key_id: ids } });
  await prisma.apiKey.deleteMany({ where: { ...ofTeam, id: ids } });
  return true;
}

/** Fills the sandbox, and marks it as ready in the same transaction. */
function fillAndMarkReady(
  steps: Steps,
  sandbox_state: 'filling' | 'resetting',
  filling: Filling,
): Promise<void> {
  return steps.inTeam(async (call) => {
    const { count } = await call.prisma.tenant.updateMany({
      where: { id: call.db.tenantId, sandbox_state },
      data: { sandbox_state: null },
    });
    if (count !== 1) return;
    await call.prisma.webhookEndpoint.deleteMany({ where: practiceEndpoints(call) });
    await forgetFailures(call);
    await fillSandbox(call, filling);
  });
}

/** Resets the endpoints that a reset has kept. An endpoint that was switched off stays off. */
async function forgetFailures({ db, prisma }: PrismaCall): Promise<void> {
  const ofTeam = { tenant_id: db.tenantId };
  await prisma.webhookEndpoint.updateMany({
    where: ofTeam,
    data: { last_success_at: null, failing_since: null },
  });
  await prisma.webhookEndpoint.updateMany({
    where: { ...ofTeam, status: 'disabled_failures' },
    data: { status: 'active', paused_at: null },
  });
}
