import process from 'node:process';
import { createLogger } from '../../../src/shared/process/log.ts';

// This process logs more than a pipe holds, in two parts.
const log = createLogger('info');
const say = () => {
  for (let n = 0; n < 1_000; n++)
    log.info({ pid: process.pid, n, text: 'x'.repeat(n % 300) }, 'said');
};
say();
setTimeout(say, 100);
