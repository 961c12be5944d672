import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useApi } from '../harness/use-api.ts';
import { loopbackReceivers } from '../harness/worker.ts';
import { type Command, Machine } from './harness/machine.ts';

const api = useApi({ env: loopbackReceivers });

// A place of 0 means the latest delivery or lease, which most commands concern.
const place = fc.constantFrom(0, 0, 0, 1, 2, 3);
const command = fc.oneof<fc.WeightedArbitrary<Command>[]>(
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('happen', 'ping') }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('claim'), limit: fc.nat({ max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('succeed'), lease: place }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('fail'), lease: place }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('attempt'), ok: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('lose'), delivery: place }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('retry'), delivery: place }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass'), hours: fc.constantFrom(1, 80) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('disable', 'activate', 'pause') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('suspend', 'resume') }) },
);

/** Reaches every state, so that the test covers all of them. */
const through: Command[] = [
  { do: 'happen' },
  { do: 'claim', limit: 1 },
  { do: 'fail', lease: 0 },
  ...manually('fail'),
  { do: 'attempt', ok: false },
  { do: 'attempt', ok: false },
  ...manually('fail'),
  ...manually('succeed'),
  { do: 'retry', delivery: 0 },
  { do: 'happen' },
  { do: 'claim', limit: 1 },
  { do: 'lose', delivery: 0 },
  { do: 'claim', limit: 1 },
  { do: 'succeed', lease: 1 },
  { do: 'fail', lease: 0 },
  { do: 'pass', hours: 80 },
  { do: 'pause' },
  ...manually('succeed'),
  { do: 'ping' },
  { do: 'claim', limit: 1 },
  { do: 'fail', lease: 0 },
  { do: 'pass', hours: 1 },
  { do: 'activate' },
  { do: 'suspend' },
  { do: 'claim', limit: 1 },
];

function manually(what: 'succeed' | 'fail'): Command[] {
  return [
    { do: 'retry', delivery: 0 },
    { do: 'claim', limit: 1 },
    { do: what, lease: 0 },
  ];
}

test('claims, results, lost leases, retries and pauses in any order: the rows agree with the rules', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(command, { minLength: 10, maxLength: 40 }),
      fc.boolean(),
      async (commands, endsDeleted) => {
        const machine = await Machine.start(api());
        const all = endsDeleted ? [...commands, { do: 'remove' } as const, ...commands] : commands;
        for (const one of all) {
          await machine.run(one);
          expect(await machine.rows(), JSON.stringify(one)).toEqual(machine.expected());
        }
        for (const kind of machine.seen) seen.add(kind);
      },
    ),
    { numRuns: 20, examples: [[through, true]] },
  );
  const places = ['ok', 'gave_up', 'fenced', 'manual', 'lost', 'paused', 'given up for tenant'];
  expect([...seen]).toEqual(expect.arrayContaining(places));
});
