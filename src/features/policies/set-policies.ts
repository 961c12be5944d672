import { newId } from '../../db/ids.ts';
import { lockInTeam } from '../../db/lock-in-team.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { refuseStale } from '../../shared/schema/edit-version.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { requireUnchanged } from '../audit-log/require-unchanged.ts';
import { type CatalogDimension, catalogDimensions } from '../catalog/catalog-dimensions.ts';
import { findEntries } from '../catalog/find-entries.ts';
import { getPolicies, type Policies, readPolicies } from './list-policies.ts';
import type { SetPolicies, SubjectPolicies } from './policies.schema.ts';

type Policy = Policies[CatalogDimension];
type Change = { dimension: CatalogDimension; before: Policy; after: Policy };

/**
 * The audit log names at most this many entries of a policy. For a longer policy it has only their number.
 */
const NAMED_IN_AUDIT = 50;

/**
 * Sets policies of the team or of a member, if they are still as the person has seen them. The new
 * policies count for new assignments. Open assignments stay as they are.
 */
export async function setPolicies(
  call: PrismaCall,
  { member_id, version, ...input }: SetPolicies,
): Promise<SubjectPolicies> {
  const subject = member_id ?? call.db.tenantId;
  // Edits of different dimensions run one after the other too, because the second person has not seen the
  // first edit.
  await lockInTeam(call.db, `policies ${subject}`);
  const before = await readPolicies(call, member_id);
  await requireUnchanged(call, { id: subject, fields: before, version });
  const changes = catalogDimensions.flatMap((dimension): Change[] => {
    const after = input[dimension];
    const isSame = after === undefined || textOf(after) === textOf(before[dimension]);
    return isSame ? [] : [{ dimension, before: before[dimension], after }];
  });
  if (changes.length > 0) {
    await requireExistingEntries(call, changes);
    for (const change of changes) await write(call, member_id, change);
    await recordAudit(call, {
      action: 'policy.changed',
      targetId: subject,
      changes: Object.fromEntries(
        changes.map(({ dimension, after }) => [dimension, shownInAudit(after)]),
      ),
      before: Object.fromEntries(
        changes.map(({ dimension, before }) => [dimension, shownInAudit(before)]),
      ),
    });
  }
  return getPolicies(call, member_id);
}

function textOf(policy: Policy): string {
  return policy ? `${policy.mode} ${policy.entry_ids.toSorted().join(' ')}` : '';
}

/** An entry that is not released may be named: the policy counts when the entry is released again. */
async function requireExistingEntries(call: PrismaCall, changes: Change[]): Promise<void> {
  const existing = await findEntries(
    call,
    changes.flatMap(({ after }) => after?.entry_ids ?? []),
  );
  for (const { dimension, after } of changes) {
    const isOfDimension = (id: string) => existing.get(id)?.dimension === dimension;
    if (after?.entry_ids.every(isOfDimension) ?? true) continue;
    throw new ApiError('validation_error', { field: dimension, because: 'no_entry_in_dimension' });
  }
}

/** Writes a policy if its row is still as it was. Otherwise another change has come first. */
async function write(
  { db, prisma, now }: PrismaCall,
  member_id: string | null,
  { dimension, before, after }: Change,
): Promise<void> {
  const subject = { tenant_id: db.tenantId, member_id, dimension };
  const asSeen = before && {
    where: { ...subject, mode: before.mode, entry_ids: { equals: before.entry_ids } },
  };
  const data = after && { mode: after.mode, entry_ids: after.entry_ids };
  const { count } = await (() => {
    if (asSeen && data) return prisma.policy.updateMany({ ...asSeen, data });
    if (asSeen) return prisma.policy.deleteMany(asSeen);
    const row = {
      ...subject,
      id: newId('pol', now),
      created_at: now,
      mode: 'block',
      entry_ids: [],
    };
    return prisma.policy.createMany({ data: [{ ...row, ...data }], skipDuplicates: true });
  })();
  if (count === 0) refuseStale([dimension]);
}

function shownInAudit(policy: Policy): unknown {
  if (policy === null || policy.entry_ids.length <= NAMED_IN_AUDIT) return policy;
  return { mode: policy.mode, entries: policy.entry_ids.length };
}
