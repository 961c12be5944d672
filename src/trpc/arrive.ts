import type { IncomingMessage, ServerResponse } from 'node:http';
import { addressOf } from '../auth/ip-range.ts';
import type { Holder } from '../shared/load/held-bytes.ts';
import { readBytes } from '../shared/load/request-body.ts';
import { COMMAND_LINES, SERVICE, shareOf } from '../shared/load/share-holder.ts';
import type { AppDeps, Caller } from './caller.ts';
import { loginOf } from './callers.ts';
import type { RequestedCalls } from './requested-calls.ts';

/**
 * The largest body of a caller without a session. The procedures that such a caller may call need far less.
 */
export const FROM_STRANGER = 16 * 1024;
export const FROM_PERSON = 256 * 1024;
/** The product's backend sends many trainings at once. */
export const FROM_SERVICE = { maxBytes: 1024 * 1024, maxNames: 40_000 };

type ArriveDeps = Pick<AppDeps, 'callers' | 'slots' | 'pool' | 'bodies'>;
type Request = { caller: Caller; requested: RequestedCalls };
/** For whom the bytes of a body count, and how many it may have. */
type Sender = { holder: Holder; maxBytes: number };

/**
 * Finds out who calls and counts the calls, and then reads the input. This comes before a procedure begins, because
 * a procedure would keep a transaction open while half a body has arrived. The body of a caller who has used up
 * the calls of this minute is not read.
 */
export async function arrive(
  deps: ArriveDeps,
  { req, res }: { req: IncomingMessage; res: ServerResponse },
  request: Request,
): Promise<void> {
  const { caller, requested } = request;
  const { arrival, input, limit } = caller;
  try {
    const { holder, maxBytes } = await Promise.race([senderOf(deps, request), limit.promise]);
    if (req.method !== 'POST') return input.arrived(requested.input);
    // A body that is not complete yet may come slowly, and the session or the login may end meanwhile. Then it is
    // loaded again.
    const isSlow = !req.complete;
    const body = deps.bodies.arriving(holder, res);
    input.arrived(await Promise.race([readBytes(req, maxBytes, body), limit.promise]), body);
    if (!isSlow) return;
    arrival.loaded = undefined;
    if (arrival.commandLine) {
      arrival.commandLine = await Promise.race([commandLineOf(deps, caller), limit.promise]);
    }
  } catch (error) {
    arrival.failure = error;
    req.resume();
  }
}

async function senderOf(deps: ArriveDeps, { caller, requested }: Request): Promise<Sender> {
  const { callers } = deps;
  const { arrival, cookies, ip, userAgent } = caller;
  const { calls } = requested;
  if (caller.isService) return { holder: { team: SERVICE }, maxBytes: FROM_SERVICE.maxBytes };
  if (caller.commandLine !== null) {
    const actor = await commandLineOf(deps, caller);
    for (const { type } of calls) callers.charge(loginOf(actor), type ?? 'query');
    arrival.commandLine = actor;
    const holder = { person: actor.personId, team: shareOf(actor) };
    return { holder, maxBytes: FROM_STRANGER };
  }
  const credentials = { token: cookies.session, ip, userAgent };
  const loaded = await callers.loadOrCharge(credentials, calls.length);
  if (loaded.newToken !== undefined) cookies.keepSession(loaded.newToken);
  arrival.loaded = loaded;
  const { session } = loaded;
  if (!session) {
    return { holder: { person: addressOf(ip) }, maxBytes: FROM_STRANGER };
  }
  for (const { type } of calls) callers.charge(session, type ?? 'query');
  const { personId: person, actor } = session;
  return { holder: { person, team: actor ? shareOf(actor) : undefined }, maxBytes: FROM_PERSON };
}

function commandLineOf({ callers, slots, pool }: ArriveDeps, caller: Caller) {
  return callers.commandLine(slots.withSlots(COMMAND_LINES, pool), caller);
}
