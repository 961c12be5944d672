import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { each, type LostKeys } from '../../src/app/api/each.ts';

const rows = Array.from({ length: 20 }, (_, index) => ({ id: `asg_${index}` }));

/** An answer of the server, or none. */
const failure = (data?: object) =>
  new TRPCClientError('failed', data && { result: { error: { data } as never } });

/** Does the work with all rows, which ends for each in the same way. Returns how many were tried. */
async function tried(error: unknown): Promise<number> {
  let calls = 0;
  const work = async () => {
    calls += 1;
    throw error;
  };
  const { failed } = await each(rows, { verb: 'Delete', work, lost: new Map() });
  expect(failed).toHaveLength(rows.length);
  return calls;
}

test('a refusal of one row does not keep the others from being tried', async () => {
  expect(await tried(failure({ code: 'conflict', httpStatus: 409 }))).toBe(rows.length);
});

test.each([
  ['a lost answer', failure()],
  ['an overload', failure({ code: 'unavailable', httpStatus: 503 })],
  ['a rate limit', failure({ code: 'rate_limited', httpStatus: 429 })],
  ['an ended session', failure({ code: 'not_signed_in', httpStatus: 401 })],
  ['a refused proof', failure({ code: 'fresh_proof_required', httpStatus: 403 })],
])('%s ends the work with all rows', async (_, error) => {
  expect(await tried(error)).toBe(4);
});

test('only the same verb for the same row uses the key of a lost call again', async () => {
  const lost: LostKeys = new Map();
  const keysOf = async (verb: string, row: object) => {
    const keys: unknown[] = [];
    await each([row], {
      verb,
      lost,
      work: async (_, { context }) => {
        keys.push(context.idempotencyKey);
        throw failure();
      },
    });
    return keys[0];
  };
  const first = await keysOf('Mark as done', { id: 'asg_1' });
  expect(await keysOf('Delete', { id: 'asg_1' })).not.toBe(first);
  expect(await keysOf('Mark as done', { id: 'asg_1', title: 'New' })).not.toBe(first);
  expect(await keysOf('Mark as done', { id: 'asg_1' })).toBe(first);
});
