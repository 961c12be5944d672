import { rateNetworks } from '../../auth/ip-range.ts';
import { hashToken, newToken } from '../../auth/token.ts';
import { newId } from '../../db/ids.ts';
import type { Visit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { MINUTE_MS } from '../../shared/time/durations.ts';
import { secondsTo } from '../session/charge-attempt.ts';
import { COMMAND_LINE_PATH, type StartedLogin, type StartLogin } from './command-line.schema.ts';
import { hashLoginCode, newLoginCode } from './login-code.ts';

/** How long a person has to type the code. */
const CODE_MS = 10 * MINUTE_MS;
const POLL_SECONDS = 2;
/**
 * How many logins may begin within a quarter of an hour from one address. There is no limit over all: strangers would
 * use it up for everybody.
 */
export const PER_ADDRESS = 30;

/**
 * Begins the login of a command line. The person types the code into the app. The code is not in the URL:
 * otherwise an attacker could send somebody a link that confirms the attacker's command line.
 */
export async function startLogin(visit: Visit, input: StartLogin): Promise<StartedLogin> {
  const { prisma, now, ip, publicUrl } = visit;
  await chargeStart(visit);
  const code = newLoginCode();
  const code_hash = hashLoginCode(code);
  if (!code_hash) throw new Error('A new code is no code');
  const poll_token = newToken();
  const expires_at = new Date(now.getTime() + CODE_MS);
  await prisma.commandLineRequest.createMany({
    data: {
      id: newId('cll', now),
      code_hash,
      poll_hash: hashToken(poll_token),
      ...input,
      ip,
      created_at: now,
      expires_at,
    },
  });
  return {
    code,
    url: publicUrl + COMMAND_LINE_PATH,
    poll_token,
    interval: POLL_SECONDS,
    expires_at: expires_at.toISOString(),
  };
}

async function chargeStart(visit: Visit): Promise<void> {
  const counts = rateNetworks(visit.ip).map(({ subject, times }) => ({
    subject: `command_line_by:${subject}`,
    limit: PER_ADDRESS * times,
  }));
  const soFar = await visit.throttle.charge(counts, visit.now);
  const over = soFar.findIndex((count) => count?.isOver);
  const [reached, count] = [soFar[over], counts[over]];
  if (!reached || !count) return;
  const retryAfter = secondsTo(reached, visit);
  throw new ApiError('rate_limited', {
    because: 'too_many_command_lines',
    limit: count.limit,
    retryAfter,
  });
}
