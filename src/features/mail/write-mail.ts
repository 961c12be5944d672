import { newId } from '../../db/ids.ts';
import type { PrismaCall } from '../../operation/call.ts';
import type { Language } from '../../shared/language.ts';

export type NewMail = {
  /** What the mail is about. Each person gets one mail for one cause. */
  cause: string;
  recipient: string;
  lang: Language;
  subject: string;
  body: string;
};

/** Writes a mail into the outbox and the job that sends it. Returns false if the mail existed. */
export async function writeMail({ db, prisma, now }: PrismaCall, mail: NewMail): Promise<boolean> {
  const row = { tenant_id: db.tenantId, id: newId('mail', now), ...mail, created_at: now };
  const { count } = await prisma.mail.createMany({ data: [row], skipDuplicates: true });
  if (count === 0) return false;
  await db.write(
    `select enqueue('mail.send', json_build_object('tenant', $1::text, 'mail', $2::text))`,
    [row.id],
  );
  db.noteJob();
  return true;
}
