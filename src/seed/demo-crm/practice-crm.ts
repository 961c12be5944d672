import type pg from 'pg';
import { currentTime } from '../../db/current-time.ts';
import { LocalServer } from '../../shared/local-server.ts';
import type { Logger } from '../../shared/log.ts';
import { answerPractice } from './answer-practice.ts';

/**
 * The practice CRM of this process, for the sandboxes for looking around. It keeps nothing, and reads no team: it
 * derives its answers from the account that the path names. So it does not matter which process a sandbox reaches.
 */
export function openPracticeCrm({ pool, log }: { pool: pg.Pool; log: Logger }): LocalServer {
  return new LocalServer((req, res) => answerPractice(req, res, () => currentTime(pool)), {
    onError: (err) => log.warn({ err }, 'the practice CRM could not answer'),
  });
}
