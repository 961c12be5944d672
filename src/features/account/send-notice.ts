import type { AddJob } from '../../db/transaction.ts';
import type { Notice } from './notice.schema.ts';

/** Asks the worker to write to a person about the account, in the transaction of the change. */
export function sendNotice(addJob: AddJob, notice: Notice): Promise<void> {
  return addJob('mail.account', notice);
}
