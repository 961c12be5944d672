import { once } from 'node:events';
import { createServer } from 'node:net';

/** These ports are above those that browsers refuse, and below those of the system (on Linux from 32768). */
const FIRST = 11_000;
const COUNT = 21_000;
/** The distance between the first ports of two processes with consecutive ids. */
const APART = 61;

let next = (process.pid * APART) % COUNT;

/**
 * A port of 127.0.0.1 for a server that starts later, perhaps twice. The system could hand out a port of its own range
 * to another test meanwhile.
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < COUNT; tried += 1) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${FIRST} on is free`);
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  probe.close();
  await once(probe, 'close');
  return true;
}
