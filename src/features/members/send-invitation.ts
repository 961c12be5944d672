import type { Call } from '../../operation/call.ts';

/**
 * Asks the worker to mail an invited member a link. Each call makes a new link, which replaces the
 * former one.
 */
export async function sendInvitation({ db, now }: Call, memberId: string): Promise<void> {
  await db.writeWithJob(
    `select enqueue('mail.invite',
       json_build_object('tenant', $1::text, 'member', $2::text, 'at', $3::text))`,
    [memberId, now.toISOString()],
  );
}
