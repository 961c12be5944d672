import { newId } from '../../db/ids.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { isSandbox } from '../sandboxes/is-sandbox.ts';
import { mailsCountFrom, recentMails } from './plan-turns.ts';
import { shownInSandbox } from './shown-in-sandbox.ts';
import type { NewMail } from './write-mail.ts';

export type BulkMail = Pick<NewMail, 'cause' | 'recipient' | 'lang' | 'subject' | 'body'>;

/** Writes many mails and their jobs with two statements. Mails that exist already are left out. */
export async function writeMails(call: PrismaCall, mails: readonly BulkMail[]): Promise<void> {
  const { db, prisma, now } = call;
  const isShown = await isSandbox(call);
  const written = await prisma.mail.createManyAndReturn({
    data: mails.map((mail) => ({
      tenant_id: db.tenantId,
      id: newId('mail', now),
      created_at: now,
      ...(isShown ? shownInSandbox(mail) : mail),
    })),
    select: { id: true },
    skipDuplicates: true,
  });
  if (written.length === 0 || isShown) return;
  await db.writeWithJob(
    `select count(enqueue_in_turn('mail.send',
       json_build_object('tenant', $1::text, 'mail', w.id), r.turn)::text)
     from (select ${recentMails('$3')} as turn) r, unnest($2::text[]) w (id)`,
    [written.map(({ id }) => id), mailsCountFrom(now)],
  );
}
