import { BlockList } from 'node:net';
import { register } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { crmConfigs } from '../../src/crm/crm-config.ts';
import { exchange } from '../../src/crm/http/crm-exchange.ts';
import { CrmNetwork } from '../../src/crm/http/crm-network.ts';
import { UrlGuard } from '../../src/egress/url-guard.ts';
import { Outgoing } from '../../src/shared/process/outgoing.ts';
import { Hook } from '../delivery/harness/hook.ts';
import { WorkerProcess } from '../delivery/harness/worker-process.ts';
import { startConnectProxy } from '../harness/connect-proxy.ts';
import { namesOf, newClient, postTo, useClosing } from '../harness/egress.ts';
import { freePort } from '../harness/free-port.ts';
import { startRawReceiver } from '../harness/raw-receiver.ts';
import { receiverCa, startReceiver } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';

const closed = useClosing();
const PUBLIC = '93.184.216.34';
const OTHER = '93.184.216.35';

/** A receiver that only the proxy can reach, at a public address. */
async function behindProxy(options: Parameters<typeof startConnectProxy>[0] = {}) {
  const receiver = closed(await startReceiver());
  const proxy = closed(await startConnectProxy({ to: receiver.port, ...options }));
  return { receiver, proxy };
}

const clientThrough = (proxyUrl: string, options: Parameters<typeof newClient>[0] = {}) =>
  closed(
    newClient({
      resolver: namesOf({
        'a.receiver.test': [PUBLIC],
        'two.receiver.test': ['2606:2800:220:1::1', OTHER, PUBLIC],
        'elsewhere.test': [PUBLIC],
        'private.receiver.test': ['10.0.0.1'],
      }),
      allowed: new BlockList(),
      proxyUrl,
      ...options,
    }),
  );

async function failuresOf(reason: string): Promise<number> {
  const text = await register.getSingleMetricAsString('egress_proxy_failures_total');
  return Number(new RegExp(`reason="${reason}"} (\\d+)`).exec(text)?.[1]);
}

describe('EGRESS_PROXY_URL: webhooks', () => {
  test('the proxy gets the checked address and never the name; the certificate must have the name', async () => {
    const { receiver, proxy } = await behindProxy();
    const client = clientThrough(proxy.url);
    expect(await postTo(client, `https://a.receiver.test:${receiver.port}/hook`)).toMatchObject({
      code: 200,
      error: null,
    });
    const authority = `${PUBLIC}:${receiver.port}`;
    expect(proxy.asked).toEqual([{ authority, headers: { host: authority, connection: 'close' } }]);
    expect(receiver.requests[0]?.headers.host).toBe(`a.receiver.test:${receiver.port}`);
    expect(await postTo(client, `https://elsewhere.test:${receiver.port}/`)).toMatchObject({
      code: null,
      error: 'tls_error',
    });
  });

  test('a connection is used again without the proxy being asked again', async () => {
    const { receiver, proxy } = await behindProxy();
    const client = clientThrough(proxy.url);
    const url = `https://a.receiver.test:${receiver.port}/`;
    for (let n = 0; n < 3; n++) expect((await postTo(client, url)).error).toBe(null);
    expect(proxy.asked).toHaveLength(1);
    expect(receiver.acceptedSockets()).toBe(1);
  });

  test('the guard refuses a private address, and the proxy is not asked', async () => {
    const { proxy } = await behindProxy();
    const client = clientThrough(proxy.url);
    for (const host of ['private.receiver.test', '10.0.0.1', '169.254.169.254', '[::1]']) {
      expect((await postTo(client, `https://${host}/`)).error).toBe('target_blocked');
    }
    expect(proxy.asked).toEqual([]);
  });

  test('the proxy is asked for the next address if it cannot reach the first', async () => {
    const { receiver, proxy } = await behindProxy({
      answer: (authority) => (authority.startsWith(PUBLIC) ? 200 : 502),
    });
    const url = `https://two.receiver.test:${receiver.port}/`;
    expect((await postTo(clientThrough(proxy.url), url)).error).toBe(null);
    expect(proxy.asked.map(({ authority }) => authority)).toEqual([
      `${OTHER}:${receiver.port}`,
      `${PUBLIC}:${receiver.port}`,
    ]);
  });

  test('an address of IPv6 stands in brackets', async () => {
    const { receiver, proxy } = await behindProxy();
    const client = clientThrough(proxy.url, {
      resolver: namesOf({ 'a.receiver.test': ['2606:2800:220:1::1'] }),
    });
    expect((await postTo(client, `https://a.receiver.test:${receiver.port}/`)).error).toBe(null);
    expect(proxy.asked[0]?.authority).toBe(`[2606:2800:220:1::1]:${receiver.port}`);
  });

  test('name and password of the URL are sent to the proxy, and not to the receiver', async () => {
    const { receiver, proxy } = await behindProxy();
    const client = clientThrough(proxy.url.replace('://', '://egress:p%40ss@'));
    await postTo(client, `https://a.receiver.test:${receiver.port}/`);
    const pair = Buffer.from('egress:p@ss').toString('base64');
    expect(proxy.asked[0]?.headers['proxy-authorization']).toBe(`Basic ${pair}`);
    expect(JSON.stringify(receiver.requests[0]?.headers)).not.toContain('authorization');
  });

  test('a proxy that refuses or is away counts; the customer learns no more than that there is no connection', async () => {
    const url = 'https://a.receiver.test/';
    for (const [status, reason] of [
      [403, 'refused'],
      [407, 'refused'],
      [502, null],
    ] as const) {
      const { proxy } = await behindProxy({ answer: () => status });
      const before = await failuresOf('refused');
      expect((await postTo(clientThrough(proxy.url), url)).error).toBe('connect_refused');
      expect((await failuresOf('refused')) - before).toBe(reason === null ? 0 : 1);
    }
    const before = await failuresOf('unreachable');
    const unreachable = clientThrough(`http://127.0.0.1:${await freePort()}`);
    expect((await postTo(unreachable, url)).error).toBe('connect_refused');
    expect((await failuresOf('unreachable')) - before).toBe(1);
  });

  test('a proxy that never answers costs no more than the time limit', async () => {
    const { proxy } = await behindProxy({ answer: () => 0 });
    const client = clientThrough(proxy.url, { timeoutMs: 500 });
    expect((await postTo(client, 'https://a.receiver.test/')).error).toBe('timeout');
  });

  test('a tunnel that breaks is a reset', async () => {
    const receiver = closed(await startRawReceiver({ onRequest: () => proxy.cut() }));
    const proxy = closed(await startConnectProxy({ to: receiver.port }));
    const client = clientThrough(proxy.url);
    expect((await postTo(client, 'https://a.receiver.test/')).error).toBe('reset');
  });

  test('an endless answer through the proxy is cut', async () => {
    const receiver = closed(
      await startRawReceiver({
        onRequest(socket) {
          const block = '\r\n'.repeat(32_768);
          const pump = () => {
            while (socket.writable && socket.write(block));
          };
          socket.on('drain', pump);
          pump();
        },
      }),
    );
    const proxy = closed(await startConnectProxy({ to: receiver.port }));
    const client = clientThrough(proxy.url);
    expect((await postTo(client, 'https://a.receiver.test/')).error).toBe('invalid_response');
    await receiver.waitFor(() => receiver.openSockets() === 0);
  });
});

describe('EGRESS_PROXY_URL: CRMs', () => {
  const ask = (network: CrmNetwork, url: string) =>
    exchange(
      network,
      { url: new URL(url), method: 'GET', headers: {}, body: null },
      { stop: undefined, deadlineMs: 10_000 },
    );

  test('a CRM is asked through the proxy; a server that the operator has set, directly', async () => {
    const { receiver, proxy } = await behindProxy();
    const guard = new UrlGuard({
      resolver: namesOf({ 'crm.receiver.test': [PUBLIC] }),
      allowed: new BlockList(),
    });
    const crm = crmConfigs({ HUBSPOT_BASE_URL: receiver.url().replace(/\/$/, '') });
    const outgoing = Outgoing.opened();
    const ca = receiverCa;
    const network = closed(new CrmNetwork({ outgoing, guard, crm, ca, proxyUrl: proxy.url }));
    expect((await ask(network, `https://crm.receiver.test:${receiver.port}/a`)).status).toBe(200);
    expect(proxy.asked.map(({ authority }) => authority)).toEqual([`${PUBLIC}:${receiver.port}`]);
    expect((await ask(network, receiver.url('/b'))).status).toBe(200);
    expect(proxy.asked).toHaveLength(1);
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/a', '/b']);
  });
});

describe('a worker as a process', () => {
  const api = useApi({ env: { WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' } });

  test('EGRESS_PROXY_URL: it delivers through the proxy alone, and the password is in no line of its log', async () => {
    const receiver = closed(await startReceiver());
    const proxy = closed(await startConnectProxy());
    const worker = await WorkerProcess.start(api().database.url, {
      EGRESS_PROXY_URL: `http://egress:geheimnis@127.0.0.1:${proxy.port}`,
      LOG_LEVEL: 'trace',
    });
    const hook = await Hook.to(api(), { url: receiver.url('/hook') });
    await hook.happen();
    await until('the delivery', () => receiver.requests.length > 0);
    expect(proxy.asked.map(({ authority }) => authority)).toContain(`127.0.0.1:${receiver.port}`);
    expect(receiver.acceptedSockets()).toBe(proxy.asked.length);
    expect(await worker.stop()).toBe(0);
    expect(worker.stdout + worker.stderr).not.toMatch(/geheimnis|ZWdyZXNz/);
  });

  test('a wrong EGRESS_PROXY_URL ends the start, and is not printed', async () => {
    const start = WorkerProcess.start(api().database.url, {
      EGRESS_PROXY_URL: 'socks5://egress:geheimnis@proxy.example.com',
    });
    await expect(start).rejects.toThrow(/EGRESS_PROXY_URL is wrong \(\d+ characters, not shown\)/);
  });
});
