import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLogger } from '../../src/shared/process/log.ts';
import { BoundedExporter } from '../../src/tracing/bounded-exporter.ts';
import { encryptionKey } from '../harness/api.ts';
import { freePort } from '../harness/free-port.ts';
import { get, Spawned } from '../harness/spawned.ts';
import { makeTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';
import { Sink } from './harness/sink.ts';

const api = useApi();

async function start(env: Record<string, string>) {
  const PORT = String(await freePort());
  const database = { DATABASE_URL: api().database.url, ENCRYPTION_KEY: encryptionKey };
  const server = await new Spawned('src/api.ts', { ...database, PORT, ...env }).says('"ready"');
  const metric = async (name: string) => {
    const text = await (await get({ PORT }, '/metrics')).text();
    const line = text.split('\n').find((one) => one.startsWith(`${name} `));
    return Number(line?.split(' ').at(-1));
  };
  return { server, metric, ask: (key: string) => get({ PORT }, '/api/public/v1/me', key) };
}

const DROPPED = 'trace_spans_dropped_total{reason="refused"}';

describe('a sink of spans costs no request, and no stop', () => {
  test.each(['hangs', 'refuses', 'away'] as const)('that %s', async (does) => {
    const { key } = await makeTeam(api());
    const sink = await Sink.start();
    if (does !== 'away') sink.does = does;
    const url = does === 'away' ? `http://127.0.0.1:${await freePort()}` : sink.url;
    const { server, metric, ask } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
    expect(await metric(DROPPED)).toBe(0);
    for (let n = 0; n < 50; n++) expect((await ask(key)).status).toBe(200);
    await until('dropped spans', async () => (await metric(DROPPED)) >= 50);
    expect((await ask(key)).status).toBe(200);
    const began = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(5_000);
    const warnings = server.stdout.match(/spans could not be sent and are dropped/g);
    expect(warnings).toHaveLength(1);
  });

  test('that comes back gets what happens from then on', async () => {
    const { key } = await makeTeam(api());
    const sink = await Sink.start();
    sink.does = 'refuses';
    const { server, metric, ask } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: sink.url });
    await ask(key);
    await until('dropped spans', async () => (await metric(DROPPED)) > 0);
    sink.does = 'takes';
    await ask(key);
    await sink.named('GET /me');
    await until('the count', async () => (await metric('trace_spans_sent_total')) > 0);
    await ask(key);
    expect(await server.stop()).toBe(0);
    expect(sink.spans.filter(({ name }) => name === 'GET /me')).toHaveLength(2);
    expect(server.stdout).toContain('spans are sent again');
  });
});

test('a sink that never ends its answer gives the place of its spans back, and they count as dropped', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const dropped = vi.fn();
  const counts = { sent: () => undefined, dropped };
  const silent: SpanExporter = { export: () => undefined, shutdown: async () => undefined };
  const exporter = new BoundedExporter(silent, { counts, log: createLogger('silent') });
  const done = vi.fn();
  exporter.export([], done);
  vi.advanceTimersByTime(14_000);
  expect(done).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(done).toHaveBeenCalledOnce();
  expect(dropped).toHaveBeenCalledWith('refused', 0);
});
