import { expect, test } from 'vitest';
import { appRouter } from '../../src/features/router.ts';
import { routes } from '../../src/rest/routes.ts';
import { computedMs } from '../harness/computed-ms.ts';

/** A body of 256 KiB cannot contain more values. */
const FULL = { numbers: Array(120_000).fill(1), texts: Array(85_000).fill('') };

type Schema = { safeParse(value: unknown): { error?: Error }; shape?: Record<string, unknown> };

/** The inputs of all operations and procedures. An input that is an object names its fields. */
const inputs: [string, Schema][] = [
  ...routes.map(({ method, template, input }): [string, Schema] => [
    `${method} ${template}`,
    input,
  ]),
  ...Object.entries(
    appRouter._def.procedures as unknown as Record<string, { _def: { inputs: Schema[] } }>,
  ).flatMap(([path, { _def }]) => _def.inputs.map((one): [string, Schema] => [path, one])),
];

function fieldsOf(schema: Schema & { def?: { in?: Schema } }): string[] {
  return Object.keys(schema.shape ?? schema.def?.in?.shape ?? {});
}

test.each(Object.entries(FULL))(
  'every field of every input refuses a body full of wrong %s quickly',
  (_, list) => {
    expect(inputs.length).toBeGreaterThan(100);
    const slow: string[] = [];
    for (const [name, input] of inputs) {
      for (const field of fieldsOf(input)) {
        const times = [1, 2].map(() => {
          const before = computedMs();
          // Each refusal makes the text of the error, so the measured time includes this.
          void input.safeParse({ [field]: list }).error?.message;
          return computedMs() - before;
        });
        if (Math.min(...times) > 200) slow.push(`${name}: ${field}`);
      }
    }
    expect(slow).toEqual([]);
  },
);
