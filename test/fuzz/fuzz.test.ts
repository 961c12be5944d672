import fc from 'fast-check';
import { beforeAll, expect, inject, test } from 'vitest';
import { BASE_PATH } from '../../src/rest/base-path.ts';
import { checkContract } from '../harness/contract-check.ts';
import { RawConnection } from '../harness/raw-connection.ts';
import { newResponse } from '../harness/response.ts';
import { runs } from '../harness/rounds.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog, makeWorld, type World } from '../harness/world.ts';
import { existingOf } from './harness/existing-values.ts';
import { anyRequest, bytesOf, type ExistingValues, type FuzzRequest } from './harness/requests.ts';

const REQUESTS = runs({ few: 2_000, all: 18_400 });
const WIRES = runs({ few: 200, all: 1_600 });
const IN_FLIGHT = 40;

const unreadable = { method: '(raw)', url: '(raw)' };

const api = useApi();
let world: World;
let existing: ExistingValues;

beforeAll(async () => {
  await makeGlobalCatalog(api());
  world = await makeWorld(api(), { seats: 1_000_000, rateLimit: 1_000_000 });
  existing = await existingOf(world);
});

/** Runs a property on batches of requests, and prints how to repeat a failure. */
async function throwAll<T>(
  arbitrary: fc.Arbitrary<T>,
  tries: number,
  send: (input: T, lane: number) => Promise<void>,
): Promise<void> {
  let failure: unknown;
  const property = fc.asyncProperty(
    fc.array(arbitrary, { minLength: IN_FLIGHT, maxLength: IN_FLIGHT, size: 'max' }),
    async (inputs) => {
      const results = await Promise.allSettled(inputs.map((input, lane) => send(input, lane)));
      const failed = results.find((result) => result.status === 'rejected');
      failure ??= failed?.reason;
      return failed === undefined;
    },
  );
  const run = await fc.check(property, { numRuns: tries / IN_FLIGHT, endOnFailure: true });
  if (run.failed) {
    throw new Error(`seed ${run.seed}, path ${run.counterexamplePath}: ${failure}`, {
      cause: failure,
    });
  }
}

test(`no 500, no hang, always a problem document with the headers: ${REQUESTS} requests at every operation`, {
  timeout: 240_000,
}, async () => {
  const lanes = Array.from({ length: IN_FLIGHT }, () => new RawConnection(api().port));
  const statuses = new Map<number, number>();
  const send = async (request: FuzzRequest, lane: number) => {
    // Each request is a minute later, so that no rate limit is reached and stored keys grow old.
    api().clock.travel(60_000);
    const bytes = bytesOf(request, world.team.key);
    const answer = await lanes[lane]?.send(bytes, request);
    const shown = bytes.subarray(0, 3000).toString('latin1');
    if (!answer) throw new Error(`closed without an answer to ${JSON.stringify(shown)}`);
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    try {
      expect(answer.status).not.toBe(500);
      expect(answer.status).not.toBe(503);
      // A request that the HTTP parser refuses does not reach an operation.
      const unread = answer.status === 400 || answer.status === 431;
      checkContract(
        newResponse(unread ? { ...unreadable, method: request.method } : request, answer),
      );
    } catch (error) {
      throw new Error(`${error}\nin answer to ${JSON.stringify(shown)}`, { cause: error });
    }
  };
  await throwAll(anyRequest(inject('document'), existing), REQUESTS, send);
  for (const lane of lanes) lane.close();
  // Most requests must reach the operations. Otherwise the test shows little.
  for (const status of [200, 201, 404, 405, 413, 415, 422]) {
    expect([status, statuses.has(status)]).toEqual([status, true]);
  }
});

/** Broken HTTP: cut, doubled, or with changed bytes. */
const wire = fc
  .tuple(
    fc.constantFrom('GET /me', 'POST /users', 'PATCH /cases/x', 'DELETE /users/x', 'BREW /me'),
    fc.array(
      fc.constantFrom(
        'Content-Length: 5',
        'Content-Length: 5',
        'Content-Length: -1',
        'Transfer-Encoding: chunked',
        'Transfer-Encoding: gzip, chunked',
        'Content-Type: application/json',
        'Connection: close',
        'Connection: upgrade',
        'Upgrade: websocket',
        'Expect: 100-continue',
        'Expect: something',
        'Host: b',
        ': nameless',
        'no colon',
        ' folded: line',
        `Long: ${'x'.repeat(20_000)}`,
      ),
      { maxLength: 4 },
    ),
    fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'http/1.1', ''),
    fc.constantFrom('', '{"a"', '{"email":"a"}', '5\r\n{"a":\r\n0\r\n\r\n', 'zz\r\n'),
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 3 }),
    fc.nat(),
  )
  .map(([start, headers, version, body, flips, cut]) => {
    const [method, path] = start.split(' ');
    const head = [`${method} ${BASE_PATH}${path} ${version}`, 'Host: a', ...headers].join('\r\n');
    const bytes = Buffer.from(`${head}\r\n\r\n${body}`);
    for (const [place, value] of flips) bytes[place % bytes.length] = value;
    return cut % 3 === 0 ? bytes.subarray(0, cut % bytes.length) : bytes;
  });

test(`no 500, no hang on what is not proper HTTP: ${WIRES} connections`, {
  timeout: 120_000,
}, async () => {
  await throwAll(wire, WIRES, async (bytes) => {
    api().clock.travel(60_000);
    const connection = new RawConnection(api().port);
    const answer = await connection.send(bytes, { method: '(raw)', last: true });
    // Bytes that end before a request has begun need no answer.
    if (!answer) return;
    try {
      expect(answer.status).toBeLessThan(500);
      checkContract(newResponse(unreadable, answer));
    } catch (error) {
      throw new Error(`${error}\nin answer to ${JSON.stringify(bytes.toString('latin1'))}`, {
        cause: error,
      });
    }
  });
  expect((await world.team.request('GET', '/me')).status).toBe(200);
});
