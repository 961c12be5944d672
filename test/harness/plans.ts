import process from 'node:process';
import type { Plans } from '../../src/db/pool.ts';

/** How PostgreSQL plans statements in tests. Citus cannot send a generic plan to its nodes. */
export const plans: Plans = process.env.CITUS ? 'auto' : 'generic';
