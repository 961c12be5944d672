import { randomInt } from 'node:crypto';
import type { MemberCall } from '../../operation/call.ts';
import { acceptForTrial } from '../members/accept-for-trial.ts';
import { inviteMember } from '../members/invite-member.ts';
import type { Made, Trigger } from './try-out.schema.ts';

const firstNames = [
  'mara',
  'elif',
  'jannis',
  'ole',
  'sofia',
  'tomasz',
  'nele',
  'amir',
  'greta',
  'luca',
];
const family = ['lindner', 'aksoy', 'brandt', 'conti', 'dvorak', 'ewald', 'falk', 'grewe'];

/**
 * Invites a made-up person, with the limits of every invitation. Nobody has an address below
 * example.com, and mails of a sandbox are never sent.
 */
export async function inviteSomebody(call: MemberCall): Promise<Made> {
  const email = `${oneOf(firstNames)}.${oneOf(family)}.${randomInt(1000, 10_000)}@example.com`;
  const { id } = await inviteMember(call, { email, role: 'member' });
  return { kind: 'member', id };
}

const oneOf = (names: readonly string[]) => names[randomInt(names.length)] ?? 'somebody';

/**
 * Accepts the newest open invitation, or the chosen one. If there is none, invites somebody first. The
 * acceptance raises no event: `member.joined` came with the invitation (D104).
 */
export async function acceptMember(
  call: MemberCall,
  { member_id }: Pick<Trigger, 'member_id'>,
): Promise<Made> {
  const id = member_id ?? (await findInvited(call)) ?? (await inviteSomebody(call)).id;
  await acceptForTrial(call, id);
  return { kind: 'member', id };
}

async function findInvited({ db, prisma }: MemberCall): Promise<string | undefined> {
  const newest = await prisma.member.findFirst({
    where: { tenant_id: db.tenantId, status: 'invited' },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    select: { id: true },
  });
  return newest?.id;
}
