import type { IncomingMessage, ServerResponse } from 'node:http';
import type pg from 'pg';
import { practiceAccount } from '../../crm/demo/practice.ts';
import { currentTime } from '../../db/current-time.ts';
import { LocalServer } from '../../shared/process/local-server.ts';
import type { Logger } from '../../shared/process/log.ts';
import { PRACTICE_CRM_ORIGIN } from '../../shared/web/practice-origins.ts';
import { practiceContent } from '../demo/crm-content.ts';
import { practiceNames } from '../demo/crm-sales.ts';
import { json, plain, writeAnswer } from './answer-request.ts';
import { answerPrograms } from './answers.ts';

/**
 * The practice CRM of this process, for the sandboxes for looking around. It keeps nothing, and reads no team: it
 * derives its answers from the account that the path names. So it does not matter which process a sandbox reaches.
 */
export function openPracticeCrm({ pool, log }: { pool: pg.Pool; log: Logger }): LocalServer {
  return new LocalServer((req, res) => answerPractice(req, res, () => currentTime(pool)), {
    onError: (err) => log.warn({ err }, 'the practice CRM could not answer'),
  });
}

/** Answers programs alone: a practice CRM has no pages. */
async function answerPractice(
  req: IncomingMessage,
  res: ServerResponse,
  now: () => Promise<Date>,
): Promise<void> {
  writeAnswer(req, res, await answerOf(req, now));
}

async function answerOf(
  { method, url: target = '', headers }: IncomingMessage,
  now: () => Promise<Date>,
) {
  // Only our own client uses this name. A page that a browser shows cannot.
  const isOurs = headers.host === new URL(PRACTICE_CRM_ORIGIN).host;
  const [, id = '', path = ''] = /^\/([a-z0-9-]+)(\/[^#]*)$/.exec(target) ?? [];
  const account = practiceAccount(id);
  if (!isOurs || method !== 'GET' || !account) return plain(404, 'There is nothing here.');
  const content = practiceContent(account, await now());
  const about = { id, name: practiceNames[account.language] };
  const data = answerPrograms(content, new URL(path, PRACTICE_CRM_ORIGIN), about);
  return data ? json(data) : plain(404, 'There is nothing here.');
}
