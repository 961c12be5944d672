import type { Call } from '../../operation/call.ts';
import type { Job } from '../../shared/jobs.ts';

/** Asks the worker to send a link to an invited member. Each call makes a new link. The former link ends. */
export async function sendInvitation({ db, now }: Call, memberId: string): Promise<void> {
  const [tenant, at] = [db.tenantId, now.toISOString()];
  await db.addJob('mail.invite', { tenant, member: memberId, at });
}

/** Has the worker do the same job again at `time`. The queue goes by the clock of the database. */
export async function sendInvitationLater(
  { db, now }: Call,
  { member, at }: Job<'mail.invite'>,
  time: Date,
): Promise<void> {
  await db.writeWithJob(
    `select graphile_worker.add_job('mail.invite',
       json_build_object('tenant', $1::text, 'member', $2::text, 'at', $3::text),
       run_at => clock_timestamp() + make_interval(secs => $4::float8))::text`,
    [member, at, (time.getTime() - now.getTime()) / 1000],
  );
}
