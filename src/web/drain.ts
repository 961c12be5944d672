import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { Connections } from './connections.ts';

const LIMIT_MS = 10_000;
/** Who asks again within it is told that this was the last answer. */
const TELLING_MS = 1_000;
const STEP_MS = 50;
const ACCEPTING_LIMIT_MS = 100;

/**
 * The end of a server that cuts no request: first the port closes, then each client is told with an
 * answer that its connection ends, and at last what nobody uses is closed.
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
    // The close() of an HTTP server also closes connections whose next request is not read yet.
    NetServer.prototype.close.call(server, () => {
      open = false;
      resolve();
    });
  });
  const late = setTimeout(() => server.closeAllConnections(), LIMIT_MS);
  // Whoever is sent away while another process has the port open comes back as that one closes it.
  await Promise.race([closed, closedByAll()]);
  connections.sayCloseToAll();
  await Promise.race([closed, sleep(TELLING_MS)]);
  while (open) {
    // What has arrived by now is read before anything is closed: a turn reads, then this goes on.
    await turn();
    connections.closeIdle(server);
    await Promise.race([closed, sleep(STEP_MS)]);
  }
  clearTimeout(late);
  // Ends the timer of Node that looks after the connections.
  server.close();
}

/** The kernel gives a server one new connection each turn; those that wait would be reset. */
async function acceptWhatWaits(server: Server): Promise<void> {
  const limit = performance.now() + ACCEPTING_LIMIT_MS;
  let accepted = true;
  const count = () => {
    accepted = true;
  };
  server.on('connection', count);
  await turn();
  while (accepted && performance.now() < limit) {
    accepted = false;
    await turn();
  }
  server.off('connection', count);
}
