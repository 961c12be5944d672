import type { MemberVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { findAskedLogin } from './find-asked-login.ts';

/** Refuses the login of a command line, so that nobody can confirm it any more. */
export async function refuseLogin(visit: MemberVisit, code: string): Promise<Ok> {
  const { id } = await findAskedLogin(visit, code);
  const { count } = await visit.prisma.commandLineRequest.updateMany({
    where: { id, person_id: null, refused_at: null },
    data: { refused_at: visit.now },
  });
  if (count === 0) throw new ApiError('not_found');
  return { ok: true };
}
