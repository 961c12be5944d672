import type { IncomingMessage } from 'node:http';
import { readBytes } from '../shared/request-body.ts';
import { COMMAND_LINES } from '../shared/share-holder.ts';
import type { AppDeps, Caller } from './caller.ts';
import type { RequestedCalls } from './requested-calls.ts';

/**
 * The largest body of a caller without a session. The procedures that such a caller may call need far less.
 */
const FROM_STRANGER = 16 * 1024;
const FROM_PERSON = 256 * 1024;
/** The product's backend sends many trainings at once. */
export const FROM_SERVICE = { maxBytes: 1024 * 1024, maxNames: 40_000 };

/**
 * Finds out who calls, and then reads the input. This comes before a procedure begins, because a
 * procedure would keep a transaction open while half a body has arrived. If an address has used up
 * its calls, its body is not read.
 */
export async function arrive(
  deps: Pick<AppDeps, 'callers' | 'slots' | 'pool'>,
  req: IncomingMessage,
  { caller, requested }: { caller: Caller; requested: RequestedCalls },
): Promise<void> {
  const { callers } = deps;
  const { arrival, cookies, ip, userAgent, input, isService } = caller;
  const read = async (maxBytes: number) => {
    input.arrived(await Promise.race([readBytes(req, maxBytes), caller.limit.promise]));
  };
  if (isService) return read(FROM_SERVICE.maxBytes);
  if (caller.commandLine !== null)
    return arriveByCommandLine(deps, req, { caller, requested, read });
  try {
    const load = callers.loadOrCharge(
      { token: cookies.session, ip, userAgent },
      { calls: requested.calls.length },
    );
    const loaded = await Promise.race([load, caller.limit.promise]);
    arrival.isStranger = loaded.session === null;
    if (loaded.newToken !== undefined) cookies.keepSession(loaded.newToken);
    // If the body is not complete yet, it may come slowly, and the session may end meanwhile. Then the
    // session is loaded again later.
    if (req.complete) arrival.loaded = loaded;
  } catch (error) {
    arrival.failure = error;
    req.resume();
    return;
  }
  if (req.method !== 'POST') return input.arrived(requested.input);
  return read(arrival.isStranger ? FROM_STRANGER : FROM_PERSON);
}

type Read = (maxBytes: number) => Promise<void>;

async function arriveByCommandLine(
  { callers, slots, pool }: Pick<AppDeps, 'callers' | 'slots' | 'pool'>,
  req: IncomingMessage,
  { caller, requested, read }: { caller: Caller; requested: RequestedCalls; read: Read },
): Promise<void> {
  const { arrival, input } = caller;
  const load = async () => {
    const loading = callers.commandLine(slots.withSlots(COMMAND_LINES, pool), caller);
    arrival.commandLine = await Promise.race([loading, caller.limit.promise]);
  };
  try {
    await load();
    if (req.method !== 'POST') return input.arrived(requested.input);
    // If the body comes slowly, the login may end meanwhile. So the login is then read again.
    const isComplete = req.complete;
    await read(FROM_STRANGER);
    if (!isComplete) await load();
  } catch (error) {
    arrival.failure = error;
    req.resume();
  }
}
