import fc from 'fast-check';
import { inject } from 'vitest';

// Vitest runs this file before each test file.
fc.configureGlobal({ seed: inject('seed') });
