import process from 'node:process';
import type { Plans } from '../../src/db/pool.ts';

/** How PostgreSQL plans the statements of the tests: a plan that is kept cannot be sent to a node of Citus. */
export const plans: Plans = process.env.CITUS ? 'auto' : 'generic';
