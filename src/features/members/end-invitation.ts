import type { Call } from '../../operation/call.ts';

/** Ends the link of an invitation, and erases it in the mail if the mail is not sent yet. */
export async function endInvitation({ db, now }: Call, memberId: string): Promise<void> {
  await db.write(
    `with ended as (
       update one_time_link l set used_at = $3
       where l.tenant_id = $1 and l.member_id = $2 and l.used_at is null
       returning l.id
     )
     update mail m set sealed_link = null
     where m.tenant_id = $1 and m.sealed_link is not null
       and m.link_id = any (array(select e.id from ended e))`,
    [memberId, now],
  );
}
