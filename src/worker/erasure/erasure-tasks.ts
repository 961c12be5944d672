import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import { currentTime } from '../../db/current-time.ts';
import { erasePerson } from '../../features/erasure/erase-person.ts';
import { systemSteps } from '../../operation/system-call.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/log.ts';
import { defineTask, type Tasks } from '../queue/define-task.ts';

type Deps = { pool: pg.Pool; clock: Clock; log: Logger; sealKey: KeyObject };

const erasureJob = z.object({ tenant: z.string(), member: z.string() });
const erasureOfWhole = z.union([z.object({ team: z.string() }), z.object({ account: z.string() })]);

/**
 * A job that was killed begins anew, and finds only what is left. The lines have ids alone: with them the
 * list of erasures can be made again, if the database is lost (erasure apply).
 */
export function erasureTasks({ pool, clock, log, sealKey }: Deps): Tasks {
  const erase = defineTask('member.erase', erasureJob, async ({ tenant, member }) => {
    const steps = systemSteps(pool, tenant, await currentTime(pool, clock));
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
  const tell = defineTask('erasure.log', erasureOfWhole, async (erased) => {
    if ('team' in erased) {
      log.info({ tenant_id: erased.team, member_id: null }, 'a team was deleted');
    } else {
      log.info({ person_id: erased.account }, 'an account was removed');
    }
  });
  return { ...erase, ...tell };
}
