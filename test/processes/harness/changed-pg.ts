import pg from 'pg';

// Loaded before a process whose pg is to be another one inside: what is public works as before.
const { prototype } = pg.Connection as unknown as { prototype: Record<string, unknown> };
Object.defineProperty(prototype, 'sync', { value: prototype.sync, writable: false });
delete prototype.sendCopyFromChunk;
