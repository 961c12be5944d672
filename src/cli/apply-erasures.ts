import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { currentTime } from '../db/current-time.ts';
import { newId } from '../db/ids.ts';
import { inPeopleTransaction } from '../db/transaction.ts';
import { findActiveTeam, removeAccount } from '../features/account/remove-account.ts';
import { endErasures } from '../features/erasure/end-erasures.ts';
import { erasePerson } from '../features/erasure/erase-person.ts';
import { listErasures } from '../features/erasure/list-erasures.ts';
import { removeMember } from '../features/members/remove-member.ts';
import { eraseContact, listContactErasure } from '../features/technical-contact/erase-contact.ts';
import { asOperator, operatorSteps } from '../operation/system-call.ts';
import { ApiError } from '../shared/errors/errors.ts';
import { UsageError } from '../shared/errors/usage-error.ts';
import type { CommandContext } from './command.ts';
import { deleteTeamAgain } from './team-commands.ts';

type Outcome = 'erased' | 'missing' | { refused: string };
export type AppliedErasures = {
  erased: number;
  missing: number;
  refused: (ListedErasure & { why: string })[];
  failed: { line: number; why: string }[];
};

/**
 * Applies a list of erasures to a restored database, in the order of the list. Members whom the backup has brought back
 * are removed first, because receivers may know that they are gone. A line that fails is reported
 * at the end, and does not stop the others. If the database is away, no line can be applied, and the command
 * ends.
 */
export async function applyErasures(
  context: CommandContext,
  file: string,
): Promise<AppliedErasures> {
  const applied: AppliedErasures = { erased: 0, missing: 0, refused: [], failed: [] };
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(file) })) {
    line += 1;
    if (text.trim() === '') continue;
    try {
      const erasure = readErasure(text);
      if (!erasure) continue;
      const outcome = await apply(context, erasure);
      if (typeof outcome === 'object') applied.refused.push({ ...erasure, why: outcome.refused });
      else applied[outcome] += 1;
    } catch (error) {
      applied.failed.push({ line, why: error instanceof Error ? error.message : String(error) });
      await currentTime(context.pool);
    }
  }
  return applied;
}

async function apply(context: CommandContext, erasure: ListedErasure): Promise<Outcome> {
  const { tenant_id, member_id, person_id } = erasure;
  if (!tenant_id) return removeAccountAgain(context, person_id ?? '');
  const team = await asOperator(context.pool, tenant_id, context.now, ({ prisma }) =>
    prisma.tenant.findUnique({ where: { id: tenant_id } }),
  );
  if (member_id?.startsWith('tco_')) {
    return team ? eraseContactAgain(context, { tenant_id, id: member_id }) : 'missing';
  }
  if (member_id) {
    const again = { personId: person_id ?? null, leftSince: leftSinceOf(erasure) };
    return team ? eraseMemberAgain(context, { tenant_id, member_id, ...again }) : 'missing';
  }
  if (!team) return 'missing';
  await deleteTeamAgain(context, tenant_id);
  return 'erased';
}

function leftSinceOf(erasure: ListedErasure): Date[] {
  const moments = 'left_since' in erasure ? (erasure.left_since ?? []) : [];
  return moments.map((moment) => new Date(moment));
}

type MemberToErase = {
  tenant_id: string;
  member_id: string;
  personId: string | null;
  leftSince: Date[];
};

async function eraseMemberAgain(
  { pool, now, sealKey }: CommandContext,
  { tenant_id, member_id, personId, leftSince }: MemberToErase,
): Promise<Outcome> {
  try {
    const isThere = await asOperator(pool, tenant_id, now, async (call) => {
      const { prisma } = call;
      const member = await prisma.member.findFirst({ where: { tenant_id, id: member_id } });
      await listErasures(call, [member_id], leftSince);
      if (!member) await endErasures(call, [member_id], { personId, standsAt: now });
      if (member && member.status !== 'removed') await removeMember(call, member_id);
      return member !== null;
    });
    if (!isThere) return 'missing';
    const erased = await erasePerson(operatorSteps(pool, tenant_id, now), member_id, sealKey);
    return erased ? 'erased' : { refused: 'The person is a member of the team again.' };
  } catch (error) {
    if (error instanceof ApiError) return { refused: error.message };
    throw error;
  }
}

/**
 * Erases the contact if the restored team has it again. The list has the id of the contact in the place of a
 * member's id.
 */
async function eraseContactAgain(
  { pool, now }: CommandContext,
  { tenant_id, id }: { tenant_id: string; id: string },
): Promise<Outcome> {
  const isErased = await asOperator(pool, tenant_id, now, async (call) => {
    await listContactErasure(call, id);
    return eraseContact(call, { id }, { action: 'erased' });
  });
  return isErased ? 'erased' : 'missing';
}

/** Removes an account again that its person has removed while in no team. */
function removeAccountAgain({ pool, now }: CommandContext, personId: string): Promise<Outcome> {
  return inPeopleTransaction(pool, {
    work: async (handles) => {
      const { prisma, lockPerson } = handles;
      await lockPerson(personId);
      await prisma.erasure.createMany({
        data: [{ id: newId('ers', now), person_id: personId, created_at: now, finished_at: now }],
        skipDuplicates: true,
      });
      if ((await findActiveTeam(prisma, personId)) !== null) {
        return { refused: 'A team has the person again.' };
      }
      return (await removeAccount(handles, personId)) ? 'erased' : 'missing';
    },
  });
}

const id = z.string().min(1).max(100);
const none = z.null();

const ofMember = z.object({
  tenant_id: id,
  member_id: id,
  person_id: id.nullish(),
  left_since: z.array(z.iso.datetime()).optional(),
});
// A line about a whole team says that there is no member. If a line does not mention the member, it
// was cut off.
const ofTeam = z.object({ tenant_id: id, member_id: none, person_id: none.optional() });
const ofAccount = z.object({
  tenant_id: none.optional(),
  member_id: none.optional(),
  person_id: id,
});
const ofList = z.union([ofMember, ofTeam, ofAccount]);
type ListedErasure = z.output<typeof ofList>;

/** The log lines of workers about erasures. All other log lines are about something else. */
const ofLog = new Map<string, z.ZodType<ListedErasure>>([
  ['a member was erased', ofMember],
  ['a technical contact was erased', ofMember],
  ['a team was deleted', ofTeam],
  ['an account was removed', ofAccount],
]);
const logged = z.object({ msg: z.string() });

/** Reads a line of the list of erasures, or of a log. Undefined for a line about something else. */
function readErasure(text: string): ListedErasure | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    const line = logged.safeParse(parsed);
    if (!line.success) return ofList.parse(parsed);
    return ofLog.get(line.data.msg)?.parse(parsed);
  } catch {
    throw new UsageError('It is no erasure; expected {"tenant_id":…,"member_id":…}.');
  }
}
