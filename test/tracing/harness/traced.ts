import { onTestFinished } from 'vitest';
import { loadConfig } from '../../../src/config.ts';
import { createLogger } from '../../../src/shared/process/log.ts';
import { startTracing } from '../../../src/tracing/start-tracing.ts';
import { encryptionKey } from '../../harness/api.ts';
import { Sink } from './sink.ts';

/** Traces what the product does in the process of the test, until the test ends. */
export async function traced(env: Record<string, string> = {}): Promise<Sink> {
  const sink = await Sink.start();
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: sink.url, ENCRYPTION_KEY: encryptionKey, ...env };
  const stop = await startTracing(loadConfig(settings).tracing, createLogger('silent'));
  onTestFinished(stop);
  return sink;
}

/** A `traceparent` as a proxy makes it. */
export const PARENT = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  header: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};

export const traceIdOf = (requestId: unknown) => String(requestId).replaceAll('-', '');
