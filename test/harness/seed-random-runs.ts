import fc from 'fast-check';
import { inject } from 'vitest';

// Runs in every file before its tests.
fc.configureGlobal({ seed: inject('seed') });
