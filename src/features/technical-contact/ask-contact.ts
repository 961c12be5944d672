import type { Call, PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { refuseStale } from '../../shared/schema/edit-version.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { DAY_MS, HOUR_MS } from '../../shared/time/durations.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { ASKS_PER_DAY } from './technical-contact.schema.ts';

/** Asks the worker to ask the contact to confirm. Only the worker makes the link (P110). */
export async function askContact({ db, now }: Call, contact: string): Promise<void> {
  await db.addJob('mail.contact', { tenant: db.tenantId, contact, at: now.toISOString() });
}

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

type Asks = { asks_since: Date; asks: number };

/**
 * Counts one more mail that asks a contact of the team to confirm. Refuses it above the limit, so that
 * nobody can flood a stranger through a team. The row of a removed contact stays without its address, and so does its
 * count.
 */
export function countAsk(asks: Asks | null, now: Date): Asks {
  if (!asks || asks.asks_since.getTime() <= now.getTime() - DAY_MS) {
    return { asks_since: now, asks: 1 };
  }
  if (asks.asks >= ASKS_PER_DAY) {
    throw new ApiError('rate_limited', {
      because: ['too_many_contact_mails', ASKS_PER_DAY],
      limit: ASKS_PER_DAY,
      retryAfter: secondsUntil(asks.asks_since.getTime() + DAY_MS, now),
    });
  }
  return { asks_since: asks.asks_since, asks: asks.asks + 1 };
}

function secondsUntil(time: number, now: Date): number {
  return Math.max(1, Math.ceil((time - now.getTime()) / 1000));
}
