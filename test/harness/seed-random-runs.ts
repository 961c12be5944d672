import fc from 'fast-check';
import { inject } from 'vitest';

// In every file before its tests.
fc.configureGlobal({ seed: inject('seed') });
