import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { listErasures } from '../erasure/list-erasures.ts';
import { ERASED_EMAIL } from '../erasure/replace-names.ts';
import type { EraseMemberInput, MemberErasure } from './erasure.schema.ts';
import { readLeft } from './preview-erasure.ts';

const MOST_COUNTED = 1_000;

/**
 * Puts a removed member on the list of erasures, and adds the job that erases. A repeated call says
 * how far the erasure is, and changes nothing.
 */
export async function eraseMember(
  call: PrismaCall,
  { member_id: memberId, leave = [] }: EraseMemberInput,
): Promise<MemberErasure> {
  const { db, prisma } = call;
  const tenant_id = db.tenantId;
  await requireFormerMember(call, memberId);
  const subject = { tenant_id, member_id: memberId };
  const known = await prisma.erasure.count({ where: subject });
  const left = known > 0 ? [] : await readLeft(call, memberId, leave);
  const isNew = (await listErasures(call, [memberId], left)) > 0;
  if (isNew) await recordAudit(call, { action: 'member.erased', targetId: memberId });
  const erasure = await prisma.erasure.findFirstOrThrow({ where: subject });
  if (erasure.finished_at === null) {
    // The job has a key. So only one job waits, however often somebody asks for the erasure. The more erasures
    // of the team wait, the later this one is taken: so those of one team do not hold up other teams.
    const before = { tenant_id, member_id: { not: memberId }, finished_at: null };
    const waiting = await prisma.erasure.count({ where: before, take: MOST_COUNTED });
    await db.writeWithJob(
      `select graphile_worker.add_job('member.erase',
         json_build_object('tenant', $1::text, 'member', $2::text),
         job_key => 'member.erase:' || $2::text, priority => $3::integer)::text`,
      [memberId, waiting],
    );
  }
  return {
    asked_at: erasure.created_at.toISOString(),
    finished_at: erasure.finished_at?.toISOString() ?? null,
  };
}

async function requireFormerMember({ db, prisma }: PrismaCall, id: string): Promise<void> {
  const tenant_id = db.tenantId;
  const member = await prisma.member.findFirst({
    where: { tenant_id, id },
    select: { user_id: true, email: true, status: true },
  });
  if (!member) throw new ApiError('not_found');
  if (member.status !== 'removed') {
    throw new ApiError('conflict', { because: 'member_not_removed' });
  }
  const { email, user_id } = member;
  const again = await prisma.member.count({
    where: {
      tenant_id,
      status: { not: 'removed' },
      // An erased address belongs to nobody.
      OR: [
        ...(email === ERASED_EMAIL ? [] : [{ email }]),
        ...(user_id === null ? [] : [{ user_id }]),
      ],
    },
  });
  if (again > 0) {
    throw new ApiError('conflict', { because: 'member_again' });
  }
}
