import type { Call } from '../../operation/call.ts';

/** Asks the worker to send a link to an invited member. Each call makes a new link. The former link ends. */
export async function sendInvitation({ db, now }: Call, memberId: string): Promise<void> {
  await db.writeWithJob(
    `select enqueue('mail.invite',
       json_build_object('tenant', $1::text, 'member', $2::text, 'at', $3::text))`,
    [memberId, now.toISOString()],
  );
}
