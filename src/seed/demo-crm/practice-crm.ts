import type pg from 'pg';
import { practiceAccount } from '../../crm/demo/practice.ts';
import { currentTime } from '../../db/current-time.ts';
import type { LocalServer } from '../../shared/process/local-server.ts';
import type { Logger } from '../../shared/process/log.ts';
import { PRACTICE_CRM_ORIGIN } from '../../shared/web/practice-origins.ts';
import { practiceContent } from '../demo/crm-content.ts';
import { practiceNames } from '../demo/crm-sales.ts';
import { answerPrograms, plain, serveAnswers } from './answers.ts';

const nothing = plain(404, 'There is nothing here.');

/**
 * The practice CRM of this process, for the sandboxes for looking around. It keeps nothing, and reads no team: it
 * derives its answers from the account that the path names. So it does not matter which process a sandbox reaches.
 * It answers programs alone.
 */
export function openPracticeCrm({ pool, log }: { pool: pg.Pool; log: Logger }): LocalServer {
  const onError = (err: unknown) => log.warn({ err }, 'the practice CRM could not answer');
  return serveAnswers(
    async ({ method, url = '', headers }) => {
      // Only our own client uses this name. A page that a browser shows cannot.
      const isOurs = headers.host === new URL(PRACTICE_CRM_ORIGIN).host;
      const [, id = '', path = ''] = /^\/([a-z0-9-]+)(\/[^#]*)$/.exec(url) ?? [];
      const account = practiceAccount(id);
      if (!isOurs || method !== 'GET' || !account) return nothing;
      const content = practiceContent(account, await currentTime(pool));
      const about = { id, name: practiceNames[account.language] };
      return answerPrograms(content, new URL(path, PRACTICE_CRM_ORIGIN), about) ?? nothing;
    },
    { onError },
  );
}
