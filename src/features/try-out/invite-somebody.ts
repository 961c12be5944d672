import { randomInt } from 'node:crypto';
import type { MemberCall } from '../../operation/call.ts';
import { inviteMember } from '../members/invite-member.ts';
import type { Made } from './try-out.schema.ts';

const given = ['mara', 'elif', 'jannis', 'ole', 'sofia', 'tomasz', 'nele', 'amir', 'greta', 'luca'];
const family = ['lindner', 'aksoy', 'brandt', 'conti', 'dvorak', 'ewald', 'falk', 'grewe'];

/**
 * Invites a made-up person, with the limits of every invitation. Nobody has an address below
 * example.com, and mails of a sandbox are never sent.
 */
export async function inviteSomebody(call: MemberCall): Promise<Made> {
  const email = `${oneOf(given)}.${oneOf(family)}.${randomInt(1000, 10_000)}@example.com`;
  const { id } = await inviteMember(call, { email, role: 'member' });
  return { kind: 'member', id };
}

const oneOf = (names: readonly string[]) => names[randomInt(names.length)] ?? 'somebody';
