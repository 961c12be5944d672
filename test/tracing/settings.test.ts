import { describe, expect, test } from 'vitest';
import { ConfigError, loadConfig } from '../../src/config.ts';
import { encryptionKey } from '../harness/api.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { traced } from './harness/traced.ts';

const api = useApi();

const load = (env: Record<string, string>) =>
  loadConfig({ ENCRYPTION_KEY: encryptionKey, ...env }).tracing;
const sink = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };

function linesOf(env: Record<string, string>): string[] {
  try {
    load(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
}

describe('the settings of traces, as OpenTelemetry names them', () => {
  test('without an address there are none, and OTEL_SDK_DISABLED ends them', () => {
    expect(load({ OTEL_TRACES_SAMPLER: 'always_on', TRACE_OUTGOING: 'on' })).toBeUndefined();
    expect(load({ ...sink, OTEL_SDK_DISABLED: 'TRUE' })).toBeUndefined();
    expect(load({ ...sink, OTEL_SDK_DISABLED: 'false' })).toBeDefined();
  });

  test('the general address is the root of that of traces, and the other one is taken as it is', () => {
    expect(load(sink)?.url).toBe('http://collector:4318/v1/traces');
    const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector/otlp' };
    expect(load(own)?.url).toBe('https://collector/otlp');
    expect(load({ ...sink, ...own })?.url).toBe('https://collector/otlp');
  });

  test.each([
    ['parentbased_traceidratio', { sampler: 'traceidratio', followsParent: true }],
    ['traceidratio', { sampler: 'traceidratio', followsParent: false }],
    ['always_off', { sampler: 'always_off', followsParent: false }],
  ])('%s', (name, expected) => {
    const env = { ...sink, OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: '.05' };
    expect(load(env)).toMatchObject({ ...expected, ratio: 0.05 });
  });

  test.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', '/v1/traces'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'geheim'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=%E0%A4%A'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'a=1,,b=2'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '5'],
    ['OTEL_TRACES_SAMPLER_ARG', '-0.1'],
    ['OTEL_SDK_DISABLED', 'yes'],
    ['TRACE_OUTGOING', 'yes'],
  ])('%s=%s is refused with the name of the variable', (name, value) => {
    const [line, ...more] = linesOf({ [name]: value });
    expect(line).toMatch(new RegExp(`^${name} is wrong \\(.+\\); expected .+`));
    expect(line).not.toContain('geheim');
    expect(more).toEqual([]);
  });

  test('headers reach the collector, and the attributes each span', async () => {
    const { key } = await makeTeam(api());
    const collector = await traced({
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b,x-team=c',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.name=other',
      OTEL_SERVICE_NAME: 'sales api',
    });
    await api().request('GET', '/me', { key });
    const { resource } = await collector.named('GET /me');
    expect(resource).toMatchObject({
      'service.name': 'sales api',
      'deployment.environment.name': 'test',
    });
    expect(collector.headers[0]).toMatchObject({
      'api-key': 'a b',
      'x-team': 'c',
      ':path': '/v1/traces',
      'content-type': 'application/json',
    });
  });
});
