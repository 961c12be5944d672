import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { givePassword } from '../harness/app.ts';
import { procedures } from '../harness/app-answers.ts';
import { onThisMachine } from '../harness/computed-ms.ts';
import { fillTeam } from '../harness/full-team.ts';
import { longestTick } from '../harness/longest-tick.ts';
import { drawnCases } from '../harness/rounds.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { SERVICE_TOKEN } from '../trpc/harness/callers.ts';
import { largestInputs, shortInUse } from './harness/largest-inputs.ts';
import { isFile, noisyCalls, refused } from './harness/noisy-calls.ts';
import { send } from './harness/send.ts';

const api = useApi({ env: { SERVICE_TOKEN } });
let world: World;
let longestMs: number;

/** A page of 2 MB, an entry of half a megabyte, and what the app adds to its entries. */
const MOST_BYTES = 4_000_000;
/** What has a larger answer, and why it may. */
const larger: Record<string, number> = {
  // The page of the catalog shows all entries in their order. A team has at most 5,000 of its own.
  'catalog.entries': 6_000_000,
};

beforeAll(async () => {
  api().clock.elapsesMs = 20_000;
  await makeGlobalCatalog(api());
  world = await makeWorld(api(), { seats: 100_000 });
  await givePassword(api(), world.team.owner);
  await fillTeam(world);
  longestMs = onThisMachine(50);
});

beforeEach(() => api().sql.query('truncate sign_in_throttle, rate_window'));

async function costOf({ name, make }: (typeof noisyCalls)[number]) {
  const { pool, port } = api();
  const answering = send(port, await make(world));
  let held = 0;
  const tickMs = await longestTick(answering, () => {
    held = Math.max(held, pool.totalCount - pool.idleCount);
  });
  const { status, bytes, begin } = await answering;
  return {
    turnMs: tickMs,
    held,
    bytes,
    answer: status < 300 ? name : `${name}: ${status} ${begin}`,
  };
}

describe('whatever a full team asks for in its largest request', () => {
  test.each(drawnCases(90, noisyCalls).map((call) => [call.name, call] as const))(
    '%s takes no turn of 50 ms and few connections, and has a bounded answer',
    async (name, call) => {
      const ticks: number[] = [];
      // Slow code is slow each time. A garbage collection or another process is not.
      do {
        const { turnMs: tickMs, held, bytes, answer } = await costOf(call);
        if (!(name in refused)) expect(answer).toBe(name);
        // Its own, and that of the limits, which are counted for all requests together.
        expect(held).toBeLessThanOrEqual(2);
        if (!isFile(name)) expect(bytes).toBeLessThan(larger[name] ?? MOST_BYTES);
        ticks.push(tickMs);
      } while (Math.min(...ticks) >= longestMs && ticks.length < 3);
      expect(Math.min(...ticks)).toBeLessThan(longestMs);
    },
  );

  test('each field that may be large is given', async () => {
    const large = procedures.flatMap(({ name, input }) =>
      largeFieldsOf(input).map((field) => `${name}.${field}`),
    );
    const named = Object.keys(largestInputs).flatMap(async (name) =>
      Object.keys(
        (await largestInputs[name]?.(world, { connection_id: world.connection })) ?? {},
      ).map((field) => `${name}.${field}`),
    );
    const supplied = [...(await Promise.all(named)).flat(), ...Object.keys(shortInUse)];
    expect(large.filter((field) => !supplied.includes(field))).toEqual([]);
  });

  test('only what exists is named', () => {
    const names = new Set(noisyCalls.map(({ name }) => name));
    const named = [largestInputs, larger, refused].flatMap((table) => Object.keys(table));
    expect(named.filter((name) => !names.has(name))).toEqual([]);
  });
});

/** The fields that take a free form, fifty items, or a text of 5,000 characters. */
function largeFieldsOf(input: z.ZodType): string[] {
  const { properties } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties ?? {}).flatMap(([field, schema]) => {
    const text = JSON.stringify(schema);
    const most = [...text.matchAll(/"max(Items|Length)":(\d+)/g)].map(([, kind, n]) =>
      kind === 'Items' ? Number(n) * 100 : Number(n),
    );
    const isFree = text.includes('"additionalProperties":{');
    return isFree || Math.max(...most) >= 5_000 ? [field] : [];
  });
}
