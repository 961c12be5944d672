import type { Resolver } from '../../src/egress/resolver.ts';

const madeUp: Record<string, readonly string[]> = {
  'private.example': ['93.184.215.14', '10.0.0.8'],
  'nobody.example': [],
};

/** URLs that the guard refuses, one for each reason (D152). The test of the guard has the whole table. */
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

/** A public address that no test sends to. */
const PUBLIC_ADDRESS = '93.184.215.14';

/**
 * Stands for the name servers of the internet. Names that are kept for examples have a public
 * address, some have the addresses that a test gives them, and no other exists.
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
