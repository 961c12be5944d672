import { rateSubject } from '../../auth/ip-range.ts';
import type { MemberVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { AskedLogin } from './command-line.schema.ts';
import { findAskedLogin } from './find-asked-login.ts';

/** Shows which command line has this code, and from which address it asks. Nothing is confirmed. */
export async function inspectLogin(visit: MemberVisit, code: string): Promise<AskedLogin> {
  const { ip: own_ip, session } = visit;
  const { machine, system, version, ip, created_at, expires_at } = await findAskedLogin(
    visit,
    code,
  );
  const { activeTeam } = session;
  if (!activeTeam) throw new ApiError('not_found');
  return {
    machine,
    system,
    version,
    ip,
    asked_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    own_ip,
    is_own_network: ip !== null && own_ip !== null && rateSubject(ip) === rateSubject(own_ip),
    team: { id: activeTeam.id, name: activeTeam.name },
  };
}
