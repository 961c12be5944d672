import type { MemberVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { chargeOwn } from '../session/charge-attempt.ts';
import { hashLoginCode } from './login-code.ts';

/**
 * Finds the login with this code that a command line has asked for (a row of `CommandLineRequest`) and that no
 * person has answered yet. Each try of a code counts for the person who tries it, so that nobody can try many.
 */
export async function findAskedLogin(visit: MemberVisit, code: string) {
  const { prisma, now, session } = visit;
  await chargeOwn(visit, 'command_line_code', session.personId);
  const code_hash = hashLoginCode(code);
  const found =
    code_hash &&
    (await prisma.commandLineRequest.findFirst({
      where: { code_hash, person_id: null, refused_at: null, expires_at: { gt: now } },
      omit: { code_hash: true, poll_hash: true },
    }));
  if (!found) throw new ApiError('not_found');
  return found;
}
