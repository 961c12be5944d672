import process from 'node:process';
import type { Driver } from '../../src/db/pool.ts';

/** `DATABASE_DRIVER=plain npm test -- …` runs the API and the worker of tests with that driver. */
export const driver: Driver = process.env.DATABASE_DRIVER === 'plain' ? 'plain' : 'fast';
