import { expect, onTestFinished, test } from 'vitest';
import { TestApi } from '../harness/api.ts';

const WARNING = 'a request came through a proxy, and TRUST_PROXY is not set';

/** How often the API warns while these requests come. */
async function warnings(env: Record<string, string>, requests: Record<string, string>[]) {
  const api = await TestApi.start({ env });
  onTestFinished(() => api.stop());
  for (const headers of requests) await fetch(`http://127.0.0.1:${api.port}/healthz`, { headers });
  const lines = api.logLines.map((line) => JSON.parse(line) as { level: string; msg: string });
  return lines.filter(({ level, msg }) => level === 'warn' && msg === WARNING).length;
}

const forwarded = { 'x-forwarded-for': '192.0.2.7' };
const standard = { forwarded: 'for=192.0.2.7' };

test('TRUST_PROXY: the first request through a proxy that is not trusted makes one warning', async () => {
  expect(await warnings({}, [{}, forwarded, standard, forwarded])).toBe(1);
  expect(await warnings({}, [standard])).toBe(1);
});

test('TRUST_PROXY: no warning without a proxy, or if the proxy is trusted', async () => {
  expect(await warnings({}, [{}, {}])).toBe(0);
  expect(await warnings({ TRUST_PROXY: '1' }, [forwarded])).toBe(0);
  expect(await warnings({ TRUST_PROXY: '127.0.0.1' }, [standard])).toBe(0);
});
