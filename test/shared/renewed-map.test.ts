import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RenewedMap } from '../../src/shared/load/renewed-map.ts';

const step = fc.tuple(fc.boolean(), fc.integer({ min: 0, max: 40 }));

test('a renewed map has the same entries in the same order as a Map', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 3_000, maxLength: 4_000 }), (steps) => {
      const [map, renewed] = [new Map<number, number>(), new RenewedMap<number, number>()];
      for (const [step, [isSet, key]] of steps.entries()) {
        if (isSet) {
          map.set(key, step);
          renewed.set(key, step);
        } else expect(renewed.delete(key)).toBe(map.delete(key));
        expect([renewed.size, renewed.get(key)]).toEqual([map.size, map.get(key)]);
      }
      expect([...renewed.keys()]).toEqual([...map.keys()]);
    }),
    { numRuns: 20 },
  );
});
