import { accessSync, constants, statfsSync } from 'node:fs';
import os from 'node:os';

/** A folder in memory. Most Linux machines have it. */
const IN_MEMORY = '/dev/shm';
const GIGABYTE = 1024 ** 3;
/** What the databases of a whole run may need, with a reserve for its processes. */
const ROOM = 3 * GIGABYTE;
const MEMORY = 8 * GIGABYTE;

/** A fast folder for test databases: in memory if there is room, else where temporary files are. */
export function quickFolder(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    const hasRoom = bavail * bsize >= ROOM && process.availableMemory() >= MEMORY;
    return hasRoom ? IN_MEMORY : os.tmpdir();
  } catch {
    return os.tmpdir();
  }
}
