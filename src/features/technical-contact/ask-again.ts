import type { PrismaCall } from '../../operation/call.ts';
import { HOUR_MS } from '../../shared/durations.ts';
import { refuseStale } from '../../shared/edit-version.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { askContact } from './ask-contact.ts';
import { countAsk, secondsUntil } from './count-ask.ts';

/** Asks a contact that has not confirmed yet once more, at most once in an hour. The former link ends. */
export async function askAgain(call: PrismaCall): Promise<Ok> {
  const { db, prisma, now } = call;
  const tenant_id = db.tenantId;
  const pending = await prisma.technicalContact.findFirst({
    where: { tenant_id, email: { not: null }, confirmed_at: null },
  });
  if (!pending) throw new ApiError('not_found', { because: 'no_contact_pending' });
  const { id, asked_at, asks } = pending;
  if (asked_at.getTime() > now.getTime() - HOUR_MS) {
    throw new ApiError('rate_limited', {
      because: 'contact_asked_this_hour',
      retryAfter: secondsUntil(asked_at.getTime() + HOUR_MS, now),
    });
  }
  const { count } = await prisma.technicalContact.updateMany({
    where: { tenant_id, id, asks, asked_at, email: { not: null }, confirmed_at: null },
    data: { asked_at: now, ...countAsk(pending, now) },
  });
  if (count === 0) refuseStale(['email']);
  await recordAudit(call, { action: 'technical_contact.asked_again', targetId: tenant_id });
  await askContact(call, id);
  return { ok: true };
}
