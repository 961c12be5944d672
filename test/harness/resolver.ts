import type { Resolver } from '../../src/egress/resolver.ts';

const madeUp: Record<string, readonly string[]> = {
  'private.example': ['93.184.215.14', '10.0.0.8'],
  'nobody.example': [],
};

/** URLs that the guard refuses, one for each reason (D152). The test of the guard has many more. */
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

/** A public address. No test sends anything to it. */
const PUBLIC_ADDRESS = '93.184.215.14';

/**
 * Takes the place of the internet's name servers. Names that are reserved for examples have a public address, the test
 * can give addresses to others, and no further names exist.
 */
export function resolverOf(names: Record<string, readonly string[]> = {}): Resolver {
  return {
    async resolve(hostname) {
      const input = names[hostname] ?? madeUp[hostname];
      if (input) return [...input];
      return /(^|\.)example(\.com)?$/.test(hostname) ? [PUBLIC_ADDRESS] : [];
    },
  };
}
