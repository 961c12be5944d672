import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { newId } from '../db/ids.ts';
import { inPeopleTransaction } from '../db/transaction.ts';
import { findActiveTeam } from '../features/account/find-active-team.ts';
import { removeAccount } from '../features/account/remove-account.ts';
import { erasePerson } from '../features/erasure/erase-person.ts';
import { removeMember } from '../features/members/remove-member.ts';
import { asSystem, systemSteps } from '../operation/system-call.ts';
import { ApiError } from '../shared/errors.ts';
import { UsageError } from '../shared/usage-error.ts';
import type { CommandContext } from './command.ts';
import { deleteTeamAgain } from './ended-team-commands.ts';

const id = z.string().min(1).max(100).nullish();
const line = z
  .object({ tenant_id: id, member_id: id, person_id: id })
  .refine(({ tenant_id, person_id }) => Boolean(tenant_id ?? person_id));
const ofLog = z.object({ msg: z.string() });
const ERASED = 'a member was erased';
type Line = z.output<typeof line>;

type Outcome = 'erased' | 'missing' | { refused: string };
type Applied = { erased: number; missing: number; refused: (Line & { why: string })[] };

/** Applies a list of erasures to a database that was restored, in the order of the list. */
export async function applyErasures(context: CommandContext, file: string): Promise<Applied> {
  const applied: Applied = { erased: 0, missing: 0, refused: [] };
  let n = 0;
  for await (const text of createInterface({ input: createReadStream(file) })) {
    n += 1;
    if (text.trim() === '') continue;
    const erasure = readLine(text, n);
    if (!erasure) continue;
    const outcome = await apply(context, erasure);
    if (typeof outcome === 'object') applied.refused.push({ ...erasure, why: outcome.refused });
    else applied[outcome] += 1;
  }
  return applied;
}

/** Undefined for a line of the log about something else: the team that it names is not to be deleted. */
function readLine(text: string, n: number): Line | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    const logged = ofLog.safeParse(parsed);
    if (logged.success && logged.data.msg !== ERASED) return undefined;
    return line.parse(parsed);
  } catch {
    throw new UsageError(`Line ${n} is no erasure; expected {"tenant_id":…,"member_id":…}.`);
  }
}

async function apply(context: CommandContext, { tenant_id, member_id, person_id }: Line) {
  if (!tenant_id) return removeAccountAgain(context, person_id ?? '');
  const team = await asSystem(context.pool, tenant_id, context.now, ({ prisma }) =>
    prisma.tenant.findUnique({ where: { id: tenant_id } }),
  );
  if (member_id) return team ? eraseMemberAgain(context, tenant_id, member_id) : 'missing';
  if (!team) return 'missing';
  await deleteTeamAgain(context, tenant_id);
  return 'erased';
}

async function eraseMemberAgain(
  { pool, now, sealKey }: CommandContext,
  tenant_id: string,
  member_id: string,
): Promise<Outcome> {
  try {
    const isThere = await asSystem(pool, tenant_id, now, async (call) => {
      const { prisma } = call;
      const member = await prisma.member.findFirst({ where: { tenant_id, id: member_id } });
      const subject = { id: newId('ers', now), tenant_id, member_id, created_at: now };
      await prisma.erasure.createMany({
        data: [{ ...subject, ...(member ? {} : { finished_at: now }) }],
        skipDuplicates: true,
      });
      if (member && member.status !== 'removed') await removeMember(call, member_id);
      return member !== null;
    });
    if (!isThere) return 'missing';
    const erased = await erasePerson(systemSteps(pool, tenant_id, now), member_id, sealKey);
    return erased ? 'erased' : { refused: 'The person is a member of the team again.' };
  } catch (error) {
    if (error instanceof ApiError) return { refused: error.message };
    throw error;
  }
}

/** An account that its person has removed, while in no team. */
function removeAccountAgain({ pool, now }: CommandContext, personId: string): Promise<Outcome> {
  return inPeopleTransaction(pool, {
    work: async (...handles) => {
      const [prisma, , , , lockPerson] = handles;
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
