import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { Connections } from './connections.ts';

const LIMIT_MS = 10_000;
const STEP_MS = 50;
/**
 * For this many steps, about a second, the answer to another request tells its client that the answer is the
 * last one. Steps are counted instead of time: if the machine stands still or is busy, its clients get
 * longer.
 */
const TELLING_STEPS = 20;
/** Node's length of the queue of connections that are not accepted yet. */
const BACKLOG = 511;
/**
 * The turns are limited by time too. A busy machine has needed seconds for them. Connections that are not
 * accepted by then are reset.
 */
const ACCEPTING_LIMIT_MS = 8_000;

/**
 * Ends a server without interrupting a request. The port closes first. Then an answer tells each client that
 * its connection ends. Last, the idle connections are closed.
 */
export async function drain(
  server: Server,
  connections: Connections,
  closedByAll: () => Promise<void> = async () => undefined,
): Promise<void> {
  if (!server.listening) return;
  let open = true;
  await acceptWhatWaits(server);
  const closed = new Promise<void>((resolve) => {
    // close() of an HTTP server also closes connections whose next request is not read yet.
    NetServer.prototype.close.call(server, () => {
      open = false;
      resolve();
    });
  });
  const late = setTimeout(() => server.closeAllConnections(), LIMIT_MS);
  // While another process has the port open, a client would connect to that process just as it closes the
  // port.
  await Promise.race([closed, closedByAll()]);
  connections.sayCloseToAll();
  for (let step = 0; open && step < TELLING_STEPS; step++) {
    await Promise.race([closed, sleep(STEP_MS)]);
  }
  while (open) {
    // One turn of the event loop reads the requests that have arrived, before connections are
    // closed.
    await turn();
    connections.closeIdle(server);
    await Promise.race([closed, sleep(STEP_MS)]);
  }
  clearTimeout(late);
  // This ends Node's timer that checks the connections.
  server.close();
}

/**
 * Accepts the waiting connections. The kernel gives a server one new connection each turn, and would reset
 * the waiting ones.
 */
async function acceptWhatWaits(server: Server): Promise<void> {
  const limit = performance.now() + ACCEPTING_LIMIT_MS;
  let accepted = true;
  const count = () => {
    accepted = true;
  };
  server.on('connection', count);
  await turn();
  for (let n = 0; accepted && n < BACKLOG && performance.now() < limit; n++) {
    accepted = false;
    await turn();
  }
  server.off('connection', count);
}
