import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CachingResolver } from '../../src/egress/resolver.ts';
import { parseTargetUrl } from '../../src/egress/target-url.ts';
import { type UrlCheck, UrlGuard } from '../../src/egress/url-guard.ts';
import { WebhookClient } from '../../src/egress/webhook-client.ts';
import { detailOf } from '../../src/shared/errors/because.ts';
import { Outgoing } from '../../src/shared/process/outgoing.ts';
import { allow, namesOf, newClient, postTo } from '../harness/egress.ts';
import { startRawReceiver } from '../harness/raw-receiver.ts';
import { receiverCa } from '../harness/receiver.ts';
import { hostileNames, hostileUrls } from './harness/hostile-urls.ts';

const caller = new AbortController();
const hostile = hostileUrls();

// The operator allows one address. No other internal address becomes reachable by that.
const guard = new UrlGuard({ resolver: namesOf(hostileNames), allowed: allow('127.0.0.77') });

const refusal = (checked: UrlCheck) => ('refusal' in checked ? checked.refusal : null);

describe('D152: a hostile URL is refused, and the reason names no address', () => {
  test('the list has enough hostile URLs', () => {
    expect(new Set(hostile.map(({ url }) => url)).size).toBe(hostile.length);
    expect(hostile.length).toBeGreaterThan(250);
  });

  test.each(hostile)('$what: $url', async ({ url, reason }) => {
    const refused = refusal(await guard.check(url, caller));
    expect(refused?.reason).toBe(reason);
    const detail = refused ? detailOf(refused.because) : '';
    expect(detail).toMatch(/^[A-Z][A-Za-z0-9 .:,#()/-]+\.$/);
    expect(detail).not.toMatch(/\d+\.\d+|::/);
  });
});

describe('D152: no hostile URL is ever connected to', () => {
  let listener: Awaited<ReturnType<typeof startRawReceiver>>;
  const answering = {
    onRequest: (socket: { end(text: string): unknown }) => socket.end('HTTP/1.1 200 OK\r\n\r\n'),
  };
  beforeAll(async () => {
    listener = await startRawReceiver(answering);
  });
  afterAll(() => listener.close());

  const withPort = (url: string) =>
    url.replace(/^(https:[\\/]*)([^\\/?#]+)/i, (all) =>
      /:\d+$/.test(all) ? all : `${all}:${listener.port}`,
    );

  test('the client connects to none, even at the port of a listening server', async () => {
    const client = new WebhookClient({
      outgoing: Outgoing.opened(),
      guard,
      timeoutMs: 20_000,
      ca: receiverCa,
    });
    const outcomes = await Promise.all(hostile.map(({ url }) => postTo(client, withPort(url))));
    const errors = new Set(outcomes.map(({ error }) => error));
    expect(errors).toEqual(new Set(['target_blocked', 'dns_error']));
    expect(outcomes.every(({ code, excerpt }) => code === null && excerpt === null)).toBe(true);
    expect(listener.seen).toEqual({ connections: 0, requests: 0 });
    await client.close();
  });

  test('the same server is reached where it is allowed', async () => {
    const client = newClient({ allowed: allow('127.0.0.1') });
    expect(await postTo(client, listener.url())).toMatchObject({ code: 200, error: null });
    expect(listener.seen.connections).toBe(1);
    await client.close();
  });
});

describe('D152: a name is checked again for each attempt', () => {
  test('the name is checked again even if a connection is still open', async () => {
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    const client = newClient({ resolver: { resolve: async () => answers.shift() ?? [] } });
    const receiver = await startRawReceiver({
      onRequest: (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'),
    });
    const url = `https://a.receiver.test:${receiver.port}/`;
    expect(await postTo(client, url)).toMatchObject({ code: 200, error: null });
    expect(receiver.openSockets()).toBe(1);
    expect(await postTo(client, url)).toMatchObject({ code: null, error: 'target_blocked' });
    expect(await postTo(client, url)).toMatchObject({ code: null, error: 'dns_error' });
    expect(receiver.seen).toEqual({ connections: 1, requests: 1 });
    await client.close();
    await receiver.close();
  });

  test('the client connects to the checked addresses, even if the name has others a moment later', async () => {
    let requestCount = 0;
    const resolver = { resolve: async () => [requestCount++ === 0 ? '127.0.0.1' : '127.0.0.2'] };
    const client = newClient({ resolver });
    const receiver = await startRawReceiver({
      onRequest: (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'),
    });
    const outcome = await postTo(client, `https://a.receiver.test:${receiver.port}/`);
    expect(outcome).toMatchObject({ code: 200, error: null });
    expect(requestCount).toBe(1);
    await client.close();
    await receiver.close();
  });

  test('the address of the connection is checked before a byte is sent', async () => {
    class Deceived extends UrlGuard {
      override check = (text: string) => {
        const url = parseTargetUrl(text);
        return 'refusal' in url ? url : { target: { url, addresses: ['127.0.0.1'] } };
      };
    }
    let bytes = 0;
    const receiver = await startRawReceiver({
      onTcp: (socket) => socket.on('data', (chunk) => (bytes += chunk.length)),
    });
    const deceived = new Deceived({ resolver: namesOf({}), allowed: allow('127.0.0.77') });
    const client = new WebhookClient({
      outgoing: Outgoing.opened(),
      guard: deceived,
      timeoutMs: 20_000,
      ca: receiverCa,
    });
    for (const host of ['127.0.0.1', 'a.receiver.test']) {
      const outcome = await postTo(client, `https://${host}:${receiver.port}/`);
      expect(outcome).toMatchObject({ code: null, error: 'target_blocked' });
    }
    await receiver.waitFor(() => receiver.openSockets() === 0 && receiver.seen.connections === 2);
    expect(bytes).toBe(0);
    await client.close();
    await receiver.close();
  });
});

describe('"WEBHOOK_ALLOW_NETWORKS as the only way around", for a name of an internal network', () => {
  const checkedOf = async (addresses: string[], ...allowed: string[]) => {
    const resolver = namesOf({ 'hooks.corp.internal': addresses });
    const ofOperator = new UrlGuard({ resolver, allowed: allow(...allowed) });
    return refusal(await ofOperator.check('https://hooks.corp.internal/', caller))?.reason ?? 'ok';
  };

  test('a name passes if the operator allows all its addresses', async () => {
    expect(await checkedOf(['10.1.2.3', '10.1.2.4'], '10.1.2.3', '10.1.2.4')).toBe('ok');
  });

  test.each([
    ['without such a network', ['10.1.2.3'], []],
    ['at an address outside of it', ['10.1.2.3', '10.9.0.1'], ['10.1.2.3']],
    ['at a public address', ['93.184.216.34'], ['10.1.2.3']],
    ['at an allowed address in another spelling', ['::ffff:10.1.2.3'], ['10.1.2.3']],
    ['without an address', [], ['10.1.2.3']],
  ])('a name is refused %s', async (_, addresses, allowed) => {
    expect(await checkedOf(addresses, ...allowed)).toBe('target_blocked');
  });
});

describe('D152: a public URL passes', () => {
  const hooks = ['93.184.215.14', '2606:4700::1111'];
  const names = { 'hooks.example.com': hooks, 'xn--bcher-kva.example.com': ['1.1.1.1'] };
  const open = new UrlGuard({ resolver: namesOf(names), allowed: allow('127.0.0.77') });

  test.each([
    ['https://hooks.example.com', 'https://hooks.example.com/', hooks],
    ['https://hooks.example.com./a', 'https://hooks.example.com/a', hooks],
    ['HTTPS://HOOKS.Example.COM/', 'https://hooks.example.com/', hooks],
    ['https://hooks.example.com:2222/?a=b@c', 'https://hooks.example.com:2222/?a=b@c', hooks],
    ['https://hooks.example.com/@user', 'https://hooks.example.com/@user', hooks],
    ['https://bücher.example.com/ü', 'https://xn--bcher-kva.example.com/%C3%BC', ['1.1.1.1']],
    ['https://8.8.8.8/', 'https://8.8.8.8/', ['8.8.8.8']],
    ['https://134744072/', 'https://8.8.8.8/', ['8.8.8.8']],
    ['https://[2606:4700::1111]:8443/', 'https://[2606:4700::1111]:8443/', ['2606:4700::1111']],
    ['https://[64:ff9b::808:808]/', 'https://[64:ff9b::808:808]/', ['64:ff9b::808:808']],
    ['https://127.0.0.77/', 'https://127.0.0.77/', ['127.0.0.77']],
  ])('%s', async (text, href, addresses) => {
    const checked = await open.check(text, caller);
    expect(refusal(checked)).toBeNull();
    if (!('target' in checked)) return;
    expect(checked.target.url.origin + checked.target.url.path).toBe(href);
    expect(checked.target.addresses).toEqual(addresses);
  });

  test('of up to 2,048 characters', async () => {
    const longest = `https://hooks.example.com/${'a'.repeat(2048 - 26)}`;
    expect(refusal(await open.check(longest, caller))).toBeNull();
    expect(refusal(await open.check(`${longest}a`, caller))?.reason).toBe('invalid_url');
  });
});

test('D152: the guard answers without a promise unless it asks a name server', async () => {
  const resolver = new CachingResolver(async () => ['93.184.215.14']);
  const ofOperator = new UrlGuard({ resolver, allowed: allow() });
  const inAHurry = {
    get signal(): AbortSignal {
      throw new Error('There is nothing to wait for');
    },
  };
  const name = 'https://hooks.example.com/';
  expect(() => ofOperator.check(name, inAHurry)).toThrow('nothing to wait for');
  const requested = await ofOperator.check(name, caller);
  expect(ofOperator.check(name, inAHurry)).toEqual(requested);
  expect(ofOperator.check('https://8.8.8.8/', inAHurry)).toHaveProperty('target');
  expect(ofOperator.check('https://hooks.internal/', inAHurry)).toHaveProperty('refusal');
});
