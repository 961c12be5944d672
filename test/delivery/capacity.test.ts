import { describe, expect, test } from 'vitest';
import { shareOf } from '../../src/shared/load/share-holder.ts';
import { Capacity, type Slot } from '../../src/worker/delivery/capacity.ts';
import { EndpointQueue } from '../../src/worker/delivery/endpoint-queue.ts';

const team = (id: string) => shareOf({ homeTenantId: id });
const ref = (n: number, id = 't1') => ({ holder: team(id), endpointId: `e${n}` });

/** Takes all free slots of the endpoint. */
function fill(capacity: Capacity, tenant: string, endpoint: string): Slot[] {
  return Array.from({ length: capacity.freeFor(team(tenant), endpoint) }, () =>
    capacity.take(team(tenant), endpoint),
  );
}

describe('"per-endpoint cap with parking"', () => {
  test('an endpoint starts with 4 at a time, and fast answers raise its limit up to 16', () => {
    const capacity = new Capacity();
    const first = fill(capacity, 't1', 'e1');
    expect(first).toHaveLength(4);
    expect(capacity.freeFor(team('t1'), 'e1')).toBe(0);
    for (const slot of first.slice(0, 3)) capacity.release(slot, 'fast');
    expect(capacity.freeFor(team('t1'), 'e1')).toBe(15);
  });

  test('an endpoint keeps its raised limit while it has nothing in flight', () => {
    const capacity = new Capacity();
    for (const slot of fill(capacity, 't1', 'e1')) capacity.release(slot, 'fast');
    expect(capacity.inFlight).toBe(0);
    expect(capacity.freeFor(team('t1'), 'e1')).toBe(16);
  });

  test('timeouts lower the limit of an endpoint to 1, until it has answered fast again', () => {
    const capacity = new Capacity();
    for (const slot of fill(capacity, 't1', 'e1')) capacity.release(slot, 'timeout');
    expect(capacity.freeFor(team('t1'), 'e1')).toBe(1);
    for (const slot of fill(capacity, 't1', 'e1')) capacity.release(slot, 'fast');
    expect(capacity.freeFor(team('t1'), 'e1')).toBe(2);
  });

  test('late answers raise a lowered limit back to 4, and no further', () => {
    const capacity = new Capacity();
    for (const slot of fill(capacity, 't1', 'e1')) capacity.release(slot, 'timeout');
    for (const limit of [2, 4, 4]) {
      for (const slot of fill(capacity, 't1', 'e1')) capacity.release(slot, 'late');
      expect(capacity.freeFor(team('t1'), 'e1')).toBe(limit);
    }
  });

  test('an endpoint without free capacity keeps its turn while the others continue', () => {
    const capacity = new Capacity();
    const queue = new EndpointQueue();
    const [slot] = fill(capacity, 't1', 'e1');
    queue.add(ref(1));
    queue.add(ref(2));
    expect(queue.next(capacity, 10).map(({ endpointId }) => endpointId)).toEqual(['e2']);
    if (slot) capacity.release(slot, 'unknown');
    expect(queue.next(capacity, 10).map(({ endpointId }) => endpointId)).toEqual(['e1']);
  });
});

describe('"nobody slowed"', () => {
  test('one team has at most half of all deliveries in flight', () => {
    const capacity = new Capacity();
    let taken = 0;
    for (let n = 0; n < 200; n++) taken += fill(capacity, 't1', `e${n}`).length;
    expect(taken).toBe(512);
    expect(capacity.freeFor(team('t2'), 'other')).toBe(4);
  });

  test('slow deliveries do not count against the room for others', () => {
    const capacity = new Capacity();
    const slots = Array.from({ length: 256 }, (_, n) => fill(capacity, `t${n}`, `e${n}`)).flat();
    expect(capacity.isFull).toBe(true);
    for (const slot of slots) capacity.markSlow(slot);
    expect(capacity.isFull).toBe(false);
    expect(capacity.inFlight).toBe(1_024);
  });

  test('slow and quick deliveries together are at most 2,048', () => {
    const capacity = new Capacity();
    for (let n = 0; n < 2_000; n++) {
      for (const slot of fill(capacity, `t${n}`, `e${n}`)) capacity.markSlow(slot);
    }
    expect(capacity.inFlight).toBe(2_048);
    expect(capacity.isFull).toBe(true);
  });

  test('while requests wait to be sent, a claim is worth it only for 512 deliveries or more', () => {
    const capacity = new Capacity();
    const slots = Array.from({ length: 700 }, (_, n) => capacity.take(team(`t${n}`), `e${n}`));
    expect(capacity.isWorthClaiming({ hasWaiting: false })).toBe(true);
    expect(capacity.isWorthClaiming({ hasWaiting: true })).toBe(false);
    for (const slot of slots.slice(0, 187)) capacity.release(slot, 'fast');
    expect(capacity.isWorthClaiming({ hasWaiting: true })).toBe(false);
    for (const slot of slots.slice(187, 188)) capacity.release(slot, 'fast');
    expect(capacity.isWorthClaiming({ hasWaiting: true })).toBe(true);
  });

  test('D181: urgent deliveries leave the limit of their endpoint to the others', () => {
    const capacity = new Capacity();
    const urgent = Array.from({ length: 16 }, () => capacity.take(team('t1'), 'e1', true));
    expect(fill(capacity, 't1', 'e1')).toHaveLength(4);
    for (const slot of urgent.slice(0, 3)) capacity.release(slot, 'late');
    expect(capacity.freeFor(team('t1'), 'e1')).toBe(0);
  });

  test('D181: replays use at most half of the share of a team, and half of all', () => {
    const capacity = new Capacity();
    for (let n = 0; n < 255; n++) capacity.take(team('t1'), `e${n}`, true);
    expect(capacity.isFullForReplays(team('t1'))).toBe(false);
    capacity.take(team('t1'), 'e255', true);
    expect(capacity.isFullForReplays(team('t1'))).toBe(true);
    expect([capacity.isFullFor(team('t1')), capacity.freeFor(team('t1'), 'e1')]).toEqual([
      false,
      4,
    ]);
    expect(capacity.isFullForReplays(team('t2'))).toBe(false);
    for (let n = 0; n < 256; n++) capacity.take(team(`t${n}`), `f${n}`);
    expect(capacity.isFullForReplays(team('other'))).toBe(true);
  });

  test('the limits of the 10,000 endpoints that were used last are remembered', () => {
    const capacity = new Capacity();
    const timeOut = (n: number) => capacity.release(capacity.take(team('t1'), `e${n}`), 'timeout');
    for (let n = 0; n < 10_000; n++) timeOut(n);
    timeOut(0);
    expect(capacity.freeFor(team('t1'), 'e0')).toBe(1);
    for (let n = 10_000; n < 10_010; n++) timeOut(n);
    expect(capacity.freeFor(team('t1'), 'e0')).toBe(1);
    expect(capacity.freeFor(team('t1'), 'e10')).toBe(4);
    expect(capacity.freeFor(team('t1'), 'e11')).toBe(2);
    expect(capacity.freeFor(team('t1'), 'e10009')).toBe(2);
  });
});

describe('"fair sweeper"', () => {
  test('an endpoint that had its turn waits behind the others for the next one', () => {
    const capacity = new Capacity();
    const queue = new EndpointQueue();
    for (const n of [1, 2, 3]) queue.add(ref(n));
    const [first] = queue.next(capacity, 1);
    expect(first?.endpointId).toBe('e1');
    if (first) queue.settle(first, true);
    for (const slot of first?.slots ?? []) capacity.release(slot, 'unknown');
    const batches = queue.next(capacity, 10).map(({ endpointId }) => endpointId);
    expect(batches).toEqual(['e2', 'e3', 'e1']);
  });

  test('teams take turns: the one endpoint of the last team waits for one endpoint of each other', () => {
    const queue = new EndpointQueue();
    for (let n = 0; n < 200; n++) queue.add(ref(n, n < 100 ? 't1' : 't2'));
    queue.add(ref(200, 't3'));
    const batches = queue.next(new Capacity(), 5).map(({ endpointId }) => endpointId);
    expect(batches).toEqual(['e0', 'e100', 'e200', 'e1', 'e101']);
    expect(queue.size).toBe(196);
  });

  test('an endpoint that is added during its own turn waits for another turn', () => {
    const capacity = new Capacity();
    const queue = new EndpointQueue();
    queue.add(ref(1));
    const [batch] = queue.next(capacity, 1);
    queue.add(ref(1));
    expect(queue.size).toBe(0);
    if (batch) queue.settle(batch, false);
    expect(queue.size).toBe(1);
  });
});
