import type { Call } from '../../operation/call.ts';

/** Asks the worker to send a link to an invited member. Each call makes a new link. The former link ends. */
export async function sendInvitation({ db, now }: Call, memberId: string): Promise<void> {
  const [tenant, at] = [db.tenantId, now.toISOString()];
  await db.addJob('mail.invite', { tenant, member: memberId, at });
}
