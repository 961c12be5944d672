import type pg from 'pg';
import { z } from 'zod';
import { currentTime } from '../../db/current-time.ts';
import { asSystem } from '../../operation/system-call.ts';
import { fillSandbox } from '../../seed/demo/fill-sandbox.ts';
import type { Clock } from '../../shared/clock.ts';
import { defineTask, type Tasks } from '../queue/run-queue.ts';

type Deps = { pool: pg.Pool; clock: Clock };

const sandboxJob = z.object({ parent: z.string(), sandbox: z.string() });

/** A job that was killed starts again from the beginning. */
export function sandboxTasks({ pool, clock }: Deps): Tasks {
  return {
    ...defineTask('sandbox.fill', sandboxJob, async ({ sandbox }) => {
      const now = await currentTime(pool, clock);
      await asSystem(pool, sandbox, now, async (call) => {
        const { count } = await call.prisma.tenant.updateMany({
          where: { id: sandbox, sandbox_state: 'filling' },
          data: { sandbox_state: null },
        });
        if (count === 1) await fillSandbox(call);
      });
    }),
  };
}
