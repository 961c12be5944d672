import type pg from 'pg';
import { z } from 'zod';
import { currentTime } from '../../db/current-time.ts';
import { removeTeam } from '../../features/team/remove-team.ts';
import { type Steps, systemSteps } from '../../operation/system-call.ts';
import type { Clock } from '../../shared/clock.ts';
import { defineTask, type Tasks } from '../queue/run-queue.ts';
import { fillAndMarkReady } from './fill-and-mark-ready.ts';
import { resetSandbox } from './reset-sandbox.ts';

type Deps = { pool: pg.Pool; clock: Clock };
type State = 'filling' | 'resetting' | 'removing';

const sandboxJob = z.object({ parent: z.string(), sandbox: z.string() });

/** The jobs of sandboxes. A job that was killed starts again from the beginning, and finds what is left. */
export function sandboxTasks({ pool, clock }: Deps): Tasks {
  const taskInState = (name: string, state: State, work: (steps: Steps) => Promise<unknown>) =>
    defineTask(name, sandboxJob, async ({ sandbox }) => {
      const steps = systemSteps(pool, sandbox, await currentTime(pool, clock));
      if (await isIn(steps, state)) await work(steps);
    });
  return {
    ...taskInState('sandbox.fill', 'filling', (steps) => fillAndMarkReady(steps, 'filling')),
    ...taskInState('sandbox.reset', 'resetting', resetSandbox),
    ...taskInState('sandbox.remove', 'removing', (steps) => removeTeam(steps)),
  };
}

function isIn(steps: Steps, sandbox_state: State): Promise<boolean> {
  return steps.inTeam(async ({ db, prisma }) => {
    const where = { id: db.tenantId, sandbox_state };
    return (await prisma.tenant.count({ where })) === 1;
  });
}
