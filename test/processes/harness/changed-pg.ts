import pg from 'pg';

// A test loads this file before a process, so that the process has a pg with other internals. The
// public part of that pg works as before.
const { prototype } = pg.Connection as unknown as { prototype: Record<string, unknown> };
Object.defineProperty(prototype, 'sync', { value: prototype.sync, writable: false });
delete prototype.sendCopyFromChunk;
