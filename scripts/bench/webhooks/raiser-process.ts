// Plays the API in `lag`: raises events at a steady rate, each in a transaction of its own.

import { createPool } from '../../../src/db/pool.ts';
import { raiseEvent } from '../../../src/features/webhooks/raise-event.ts';
import { asSystem } from '../../../src/operation/system-call.ts';
import { createLogger } from '../../../src/shared/process/log.ts';
import { answerParent, machineMs } from './child.ts';

export type RaiserRequest = {
  tenants: string[];
  perSecond: number;
  seconds: number;
  /** The members come into being, so that readers of changes get something too. */
  inserts?: boolean;
};
/** When each commit returned, by the `member_id` of its event. */
export type Raised = Map<string, number>;

const insertMember = `insert into member (tenant_id, id, email, role, status, created_through, created_at)
  values ($1, $2, $2 || '@example.org', 'member', 'invited', 'app', now())`;

const pool = createPool(process.env.DATABASE_URL ?? '', {
  max: 10,
  name: 'bench raiser',
  log: createLogger('warn'),
});

let made = 0;

answerParent<RaiserRequest>(async ({ tenants, perSecond, seconds, inserts }) => {
  const raised: Raised = new Map();
  const raise = async (n: number) => {
    const tenantId = tenants[n % tenants.length] ?? '';
    const member_id = `mem_${inserts ? `raised_${made++}` : n}`;
    await asSystem(pool, tenantId, new Date(), async (call) => {
      if (inserts) await call.db.write(insertMember, [member_id]);
      await raiseEvent(call, 'member.joined', {
        member_id,
        user_id: null,
        role: 'member',
        status: 'invited',
      });
    });
    raised.set(member_id, machineMs());
  };
  const count = perSecond * seconds;
  const running: Promise<void>[] = [];
  const startedAt = performance.now();
  await new Promise<void>((resolve, reject) => {
    // Raises all events that are due by the clock, so that a late timer does not lower the rate.
    const timer = setInterval(() => {
      const due = ((performance.now() - startedAt) / 1000) * perSecond;
      while (running.length < Math.min(due, count)) {
        const raised = raise(running.length);
        raised.catch(reject);
        running.push(raised);
      }
      if (running.length < count) return;
      clearInterval(timer);
      resolve();
    }, 1);
  });
  await Promise.all(running);
  return raised;
});
