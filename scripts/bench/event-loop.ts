// Each server of an operation loads this. On SIGUSR2 it writes how late its event loop was since the last time.
import { renameSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('SIGUSR2', () => {
  const [p99, max] = [delay.percentile(99), delay.max].map((ns) => ns / 1e6);
  const file = process.env.EVENT_LOOP_FILE ?? '';
  // The reader finds a whole file or none.
  writeFileSync(`${file}.new`, JSON.stringify({ p99, max }));
  renameSync(`${file}.new`, file);
  delay.reset();
});
