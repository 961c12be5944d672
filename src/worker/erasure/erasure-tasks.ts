import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import { currentTime } from '../../db/current-time.ts';
import { erasePerson } from '../../features/erasure/erase-person.ts';
import { systemSteps } from '../../operation/system-call.ts';
import type { Logger } from '../../shared/process/log.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { defineTask, type Tasks } from '../queue/run-queue.ts';

type Deps = { pool: pg.Pool; clock: Clock; log: Logger; sealKey: KeyObject };

/**
 * A job that was killed starts again from the beginning, and finds only what is left. The log lines
 * contain ids alone. If the database is lost, an operator can make the list of erasures from these
 * lines (`erasure apply`).
 */
export function erasureTasks({ pool, clock, log, sealKey }: Deps): Tasks {
  const erase = defineTask('member.erase', async ({ tenant, member }) => {
    const now = await currentTime(pool, clock);
    const steps = systemSteps(pool, tenant, now, { standsAt: clock.stoppedAt() });
    const erased = await erasePerson(steps, member, sealKey);
    if (erased) {
      const ids = {
        tenant_id: tenant,
        member_id: member,
        person_id: erased.personId,
        ...(erased.leftSince.length > 0 ? { left_since: erased.leftSince } : {}),
      };
      log.info(ids, 'a member was erased');
    }
  });
  const noteErasure = defineTask('erasure.log', async (erased) => {
    if ('team' in erased) {
      log.info({ tenant_id: erased.team, member_id: null }, 'a team was deleted');
    } else if ('contact' in erased) {
      const { tenant: tenant_id, contact: member_id } = erased;
      log.info({ tenant_id, member_id }, 'a technical contact was erased');
    } else {
      log.info({ person_id: erased.account }, 'an account was removed');
    }
  });
  return { ...erase, ...noteErasure };
}
