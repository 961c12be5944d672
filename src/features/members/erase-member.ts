import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { ownTick } from '../../shared/load/long-work.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { findMemberships } from '../erasure/find-person.ts';
import { listErasures } from '../erasure/list-erasures.ts';
import { formsOf } from '../erasure/list-name-forms.ts';
import { findNamesOfOthers, listNames } from '../erasure/list-names.ts';
import { ERASED_EMAIL, replacerOf } from '../erasure/replace-names.ts';
import type { EraseMemberInput, ErasurePreview, MemberErasure } from './erasure.schema.ts';
import { findUrlsOfPerson } from './find-urls-of-person.ts';

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
  const existing = await prisma.erasure.count({ where: subject });
  const left = existing > 0 ? [] : await readLeft(call, memberId, leave);
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

/**
 * The names that an erasure of this former member would look for. People choose their names themselves. So
 * only the owner can tell whether a text is a name or other words, and whether it names this person or a
 * colleague.
 */
export async function previewErasure(call: PrismaCall, memberId: string): Promise<ErasurePreview> {
  const { names, personId, addresses } = await namesOf(call, memberId);
  const isShown = call.actor.privacy.shows('erased_name', 'name');
  const patterns = new Set<string>();
  for (const { name } of names) {
    await ownTick();
    for (const { pattern } of formsOf(name)) patterns.add(pattern);
  }
  const others = await findNamesOfOthers(call.db, personId, [...patterns]);
  const previewed: ErasurePreview['names'] = [];
  for (const { name, since, until } of names) {
    // The expressions of a name may take megabytes, so they are made one name after the other.
    const replacer = replacerOf({ names: [name], addresses: [] });
    if (others.length > 0) await replacer.prepare(others);
    previewed.push({
      name: isShown ? name : null,
      since: since.toISOString(),
      until: until?.toISOString() ?? null,
      is_searched: replacer.patterns.length > 0,
      is_shared: others.some((other) => replacer.text(other) !== undefined),
    });
  }
  const urls = await findUrlsOfPerson(call, { names: names.map(({ name }) => name), addresses });
  return { names: previewed, urls };
}

/** Reads the moments in `leave`. Each must be the beginning of a name. */
async function readLeft(
  call: PrismaCall,
  memberId: string,
  leave: readonly string[],
): Promise<Date[]> {
  if (leave.length === 0) return [];
  const { names } = await namesOf(call, memberId);
  const begins = new Map(names.map(({ since }) => [since.toISOString(), since]));
  return leave.map((moment, i) => {
    const since = begins.get(moment);
    if (since) return since;
    const detail = 'No name of this member begins then.';
    throw new ApiError('validation_error', {
      issues: [{ in: 'body', pointer: `/leave/${i}`, code: 'invalid_value', detail }],
    });
  });
}

async function namesOf({ db, prisma }: PrismaCall, memberId: string) {
  const found = await findMemberships(prisma, db.tenantId, memberId);
  if (found?.member.status !== 'removed') throw new ApiError('not_found');
  const ids = found.own.map(({ id }) => id);
  const addresses = found.own.flatMap(({ email, former_addresses }) => [
    email,
    ...former_addresses,
  ]);
  return {
    names: await listNames(db, ids),
    addresses: addresses.filter((address) => address !== ERASED_EMAIL),
    personId: found.personId,
  };
}
