import type { MemberVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import { chargeOwn } from '../session/charge-attempt.ts';
import { hashLoginCode } from './login-code.ts';

/**
 * Finds the login with this code that still waits for a person. Each look counts, so that nobody
 * can try many codes.
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
