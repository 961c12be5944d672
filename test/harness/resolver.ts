import type { Resolver } from '../../src/egress/resolver.ts';

const madeUp: Record<string, readonly string[]> = {
  'private.example': ['93.184.215.14', '10.0.0.8'],
  'nobody.example': [],
};

/** What the guard refuses, and why (D152); the whole table stands with the guard. */
export const refusedUrls = [
  ['not HTTPS', 'http://hooks.example.com/'],
  ['a user in it', 'https://user@hooks.example.com/'],
  ['a private address', 'https://192.168.1.1/'],
  ['a loopback address in another spelling', 'https://0x7f.1/'],
  ['a name with one private address', 'https://private.example/'],
  ['a name without an address', 'https://nobody.example/'],
  ['no URL at all', 'hooks.example.com'],
  ['nothing', ''],
];

/** Of nobody in these tests: nothing is ever sent there. */
const PUBLIC_ADDRESS = '93.184.215.14';

/**
 * Answers for the name servers of the world. Names that are kept for examples have a public
 * address, some have those that a test gives them, and no other exists.
 */
export function resolverOf(names: Record<string, readonly string[]> = {}): Resolver {
  return {
    async resolve(hostname) {
      const given = names[hostname] ?? madeUp[hostname];
      if (given) return [...given];
      return /(^|\.)example(\.com)?$/.test(hostname) ? [PUBLIC_ADDRESS] : [];
    },
  };
}
