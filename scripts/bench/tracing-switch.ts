// Loaded into the API that `tracing.ts` measures: the signal SIGUSR2 starts tracing, and the next one ends it.
import process from 'node:process';
import { loadConfig } from '../../src/config.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { startTracing } from '../../src/tracing/start-tracing.ts';

const endpoint = process.env.BENCH_COLLECTOR;
const { tracing } = loadConfig({ ...process.env, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
const log = createLogger('info');
let stop: (() => Promise<void>) | undefined;

process.on('SIGUSR2', async () => {
  const ending = stop;
  stop = ending ? undefined : await startTracing(tracing, log);
  await ending?.();
});
