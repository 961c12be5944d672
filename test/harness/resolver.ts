import type { Resolver } from '../../src/egress/target-guard.ts';

/** Of nobody in these tests: nothing is ever sent there. */
const PUBLIC_ADDRESS = '93.184.215.14';

/**
 * Answers for the name servers of the world. Names that are kept for examples have a public
 * address, some have those that a test gives them, and no other exists.
 */
export function resolverOf(names: Record<string, readonly string[]> = {}): Resolver {
  return {
    async resolve(hostname) {
      const given = names[hostname];
      if (given) return [...given];
      return /(^|\.)example(\.com)?$/.test(hostname) ? [PUBLIC_ADDRESS] : [];
    },
  };
}
