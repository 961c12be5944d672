import { BlockList } from 'node:net';
import { describe, expect, test } from 'vitest';
import { CachingResolver, systemResolver } from '../../src/egress/resolver.ts';
import { UrlGuard } from '../../src/egress/url-guard.ts';
import { useClosing } from '../harness/egress.ts';
import { startNameServer } from '../harness/name-server.ts';

const signal = new AbortController().signal;
const closed = useClosing();

/** The limits are long: an answer may take a moment, and repeated questions would be counted. */
const patient = { timeoutMs: 20_000, budgetMs: 30_000 };
const hasty = { timeoutMs: 100, budgetMs: 400 };

async function nameServer(answer: Parameters<typeof startNameServer>[0], limits = patient) {
  const started = closed(await startNameServer(answer));
  const resolver = systemResolver({ servers: [started.server], ...limits });
  const guard = new UrlGuard({ resolver, allowed: new BlockList() });
  const check = async (url: string) => {
    const checked = await guard.check(url, { signal });
    return 'target' in checked ? [...checked.target.addresses] : checked.refusal.reason;
  };
  return { ...started, resolver, check };
}

const a = (name: string, value: string) => ({ name, type: 'A' as const, value });
const aaaa = (name: string, value: string) => ({ name, type: 'AAAA' as const, value });
const publicIPv6 = '2606:4700:0:0:0:0:0:1111';

describe('D152: a name is checked by all its addresses, as real name servers tell them', () => {
  test('A and AAAA records together', async () => {
    const { check } = await nameServer(({ name, type }) => ({
      records: type === 'A' ? [a(name, '1.1.1.1'), a(name, '8.8.8.8')] : [aaaa(name, publicIPv6)],
    }));
    const addresses = ['1.1.1.1', '8.8.8.8', '2606:4700::1111'];
    expect(await check('https://hooks.example.com/')).toEqual(addresses);
  });

  test('if one family has no address, the other is enough', async () => {
    const { check } = await nameServer(({ name, type }) => ({
      records:
        name === 'four.example.com'
          ? type === 'A'
            ? [a(name, '1.1.1.1')]
            : []
          : type === 'A'
            ? []
            : [aaaa(name, publicIPv6)],
    }));
    expect(await check('https://four.example.com/')).toEqual(['1.1.1.1']);
    expect(await check('https://six.example.com/')).toEqual(['2606:4700::1111']);
  });

  test('one private address among public ones refuses the name, in either family', async () => {
    const { check } = await nameServer(({ name, type }) => {
      if (name === 'four.example.com')
        return { records: type === 'A' ? [a(name, '1.1.1.1'), a(name, '10.0.0.1')] : [] };
      return { records: type === 'A' ? [a(name, '1.1.1.1')] : [aaaa(name, 'fd00:0:0:0:0:0:0:1')] };
    });
    expect(await check('https://four.example.com/')).toBe('target_blocked');
    expect(await check('https://six.example.com/')).toBe('target_blocked');
  });

  test('an alias that leads to a private address refuses the name', async () => {
    const { check } = await nameServer(({ name, type }) => ({
      records: [
        { name, type: 'CNAME', value: 'db.inner.example.com' },
        ...(type === 'A' ? [a('db.inner.example.com', '192.168.0.5')] : []),
      ],
    }));
    expect(await check('https://alias.example.com/')).toBe('target_blocked');
  });

  test('a name with more than 64 addresses is not resolved: the cache would keep all of them', async () => {
    const { check } = await nameServer(({ name, type }) => ({
      records:
        type === 'A'
          ? Array.from({ length: Number.parseInt(name, 10) }, (_, i) => a(name, `1.1.1.${i}`))
          : [],
    }));
    expect(await check('https://64.example.com/')).toHaveLength(64);
    expect(await check('https://65.example.com/')).toBe('dns_error');
  });

  test('neither /etc/hosts nor a search domain is used', async () => {
    const { resolver, questions } = await nameServer(() => ({ rcode: 'NXDOMAIN' }));
    expect(await resolver.resolve('localhost', signal)).toEqual([]);
    expect(questions.map(({ name }) => name)).toEqual(['localhost', 'localhost']);
  });
});

describe('D152: a name that cannot be resolved is a dns_error', () => {
  test('a name does not exist, or has no address', async () => {
    const { check } = await nameServer(({ name }) => ({
      rcode: name.startsWith('no.') ? 'NXDOMAIN' : 'NOERROR',
    }));
    expect(await check('https://no.example.com/')).toBe('dns_error');
    expect(await check('https://empty.example.com/')).toBe('dns_error');
  });

  // The missing half of the answer could hide the private address.
  test.each([
    ['SERVFAIL', { rcode: 'SERVFAIL' }],
    ['REFUSED', { rcode: 'REFUSED' }],
    ['silence', null],
    ['a truncated answer', { isTruncated: true }],
  ] as const)('%s for one family, although the other family has an answer', async (_, broken) => {
    const answer = ({ name, type }: { name: string; type: string }) =>
      type === 'A' ? { records: [a(name, '1.1.1.1')] } : broken;
    const { check } = await nameServer(answer, broken ? patient : hasty);
    expect(await check('https://half.example.com/')).toBe('dns_error');
  });

  test('a silent name server is given up when the budget ends', async () => {
    const { server } = await nameServer(() => null);
    const resolver = systemResolver({ servers: [server], timeoutMs: 10_000, budgetMs: 100 });
    await expect(resolver.resolve('silent.example.com', signal)).rejects.toThrow('too long');
  });
});

describe('answers are kept for five seconds', () => {
  let now = 0;
  const cached = (ask: (hostname: string) => Promise<readonly string[]>) =>
    new CachingResolver(ask, () => now);

  test('many callers at once share one question', async () => {
    const { resolver, questions } = await nameServer(({ name, type }) => ({
      records: type === 'A' ? [a(name, '1.1.1.1')] : [],
    }));
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => resolver.resolve('a.example.com', signal)),
    );
    expect(new Set(answers.map(String))).toEqual(new Set(['1.1.1.1']));
    await resolver.resolve('a.example.com', signal);
    expect(questions.map(({ type }) => type).sort()).toEqual(['A', 'AAAA']);
  });

  test('after five seconds the name is asked for again', async () => {
    const addresses = ['1.1.1.1', '10.0.0.1'];
    const answers = cached(async () => [addresses.shift() ?? '']);
    expect(await answers.resolve('a', signal)).toEqual(['1.1.1.1']);
    now += 4999;
    expect(await answers.resolve('a', signal)).toEqual(['1.1.1.1']);
    now += 1;
    expect(await answers.resolve('a', signal)).toEqual(['10.0.0.1']);
  });

  test('a failure is not kept', async () => {
    let requestCount = 0;
    const answers = cached(async () => {
      requestCount += 1;
      if (requestCount === 1) throw new Error('once');
      return ['1.1.1.1'];
    });
    await expect(answers.resolve('a', signal)).rejects.toThrow('once');
    expect(await answers.resolve('a', signal)).toEqual(['1.1.1.1']);
  });

  test('a caller that stops waiting does not stop the question for the others', async () => {
    const { promise, resolve } = Promise.withResolvers<string[]>();
    const answers = cached(() => promise);
    const impatient = new AbortController();
    const left = answers.resolve('a', impatient.signal);
    const stayed = answers.resolve('a', signal);
    impatient.abort();
    await expect(left).rejects.toThrow('aborted');
    resolve(['1.1.1.1']);
    expect(await stayed).toEqual(['1.1.1.1']);
    await expect(answers.resolve('a', impatient.signal)).rejects.toThrow('aborted');
  });

  test('at most ten thousand names are kept', async () => {
    let requestCount = 0;
    const answers = cached(async () => {
      requestCount += 1;
      return ['1.1.1.1'];
    });
    for (let index = 0; index <= 10_000; index++) await answers.resolve(`${index}.test`, signal);
    await answers.resolve('1.test', signal);
    expect(requestCount).toBe(10_001);
    await answers.resolve('0.test', signal);
    expect(requestCount).toBe(10_002);
  });
});
