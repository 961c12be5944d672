import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EndpointQueue } from '../../src/worker/delivery/endpoint-queue.ts';
import { type Place, Room } from '../../src/worker/delivery/room.ts';

const ref = (n: number, tenant = 't1') => ({ tenantId: tenant, endpointId: `e${n}` });

/** As many as there is room for. */
function fill(room: Room, tenant: string, endpoint: string): Place[] {
  const places = Array.from({ length: room.of(tenant, endpoint) }, () =>
    room.take(tenant, endpoint),
  );
  for (const place of places) place.begin(() => undefined);
  return places;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('"per-endpoint cap with parking"', () => {
  test('an endpoint starts with 4 at a time, and quick answers earn it up to 16', () => {
    const room = new Room();
    const first = fill(room, 't1', 'e1');
    expect(first).toHaveLength(4);
    expect(room.of('t1', 'e1')).toBe(0);
    for (const place of first.slice(0, 3)) place.leave('quick');
    expect(room.of('t1', 'e1')).toBe(15);
  });

  test('time-outs leave an endpoint one at a time, until it has been quick again', () => {
    const room = new Room();
    for (const place of fill(room, 't1', 'e1')) place.leave('timeout');
    expect(room.of('t1', 'e1')).toBe(1);
    for (const place of fill(room, 't1', 'e1')) place.leave('quick');
    expect(room.of('t1', 'e1')).toBe(2);
  });

  test('an endpoint that always takes its time comes back to 4 after a bad hour', () => {
    const room = new Room();
    for (const place of fill(room, 't1', 'e1')) place.leave('timeout');
    for (const limit of [2, 4, 4]) {
      for (const place of fill(room, 't1', 'e1')) place.leave('slow');
      expect(room.of('t1', 'e1')).toBe(limit);
    }
  });

  test('one without room keeps its turn while the others go on', () => {
    const room = new Room();
    const queue = new EndpointQueue();
    const places = fill(room, 't1', 'e1');
    queue.add(ref(1));
    queue.add(ref(2));
    expect(queue.next(room, 10).map(({ endpointId }) => endpointId)).toEqual(['e2']);
    places[0]?.leave('unknown');
    expect(queue.next(room, 10).map(({ endpointId }) => endpointId)).toEqual(['e1']);
  });
});

describe('"nobody slowed"', () => {
  test('one team has at most half of all that is under way', () => {
    const room = new Room();
    let taken = 0;
    for (let n = 0; n < 100; n++) taken += fill(room, 't1', `e${n}`).length;
    expect(taken).toBe(384);
    expect(room.of('t2', 'other')).toBe(4);
  });

  test('requests that take more than a moment leave their places to others', async () => {
    const room = new Room();
    for (let n = 0; n < 192; n++) fill(room, `t${n}`, `e${n}`);
    expect(room.isFull).toBe(true);
    await vi.advanceTimersByTimeAsync(50);
    expect(room.isFull).toBe(false);
    expect(room.inFlight).toBe(768);
  });

  test('64 are sent at a time; the others follow in their order as answers come or take long', async () => {
    const room = new Room();
    let sent = 0;
    const places = Array.from({ length: 160 }, (_, n) => room.take(`t${n}`, `e${n}`));
    for (const place of places) place.begin(() => (sent += 1));
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toBe(64);
    for (const place of places.slice(0, 10)) place.leave('quick');
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toBe(74);
    await vi.advanceTimersByTimeAsync(50);
    // Whoever follows begins in the next turn of the event loop.
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toBe(138);
  });

  test('endpoints that have timed out and never come again are forgotten in the end', () => {
    const room = new Room();
    const timeOut = (n: number) => room.take('t1', `e${n}`).leave('timeout');
    for (let n = 0; n < 10_000; n++) timeOut(n);
    expect(room.of('t1', 'e0')).toBe(2);
    for (let n = 10_000; n < 10_010; n++) timeOut(n);
    expect(room.of('t1', 'e0')).toBe(4);
    expect(room.of('t1', 'e10009')).toBe(2);
  });

  test('while others wait to be sent, more are claimed only when there are many to claim', async () => {
    const room = new Room();
    const places = Array.from({ length: 600 }, (_, n) => room.take(`t${n}`, `e${n}`));
    expect(room.isWorthFilling).toBe(true);
    for (const place of places) place.begin(() => undefined);
    await vi.advanceTimersByTimeAsync(0);
    expect(room.isWorthFilling).toBe(false);
    for (const place of places.slice(0, 88)) place.leave('quick');
    expect(room.isWorthFilling).toBe(true);
  });

  test('and there is an end to it: 2,048 requests in all', async () => {
    const room = new Room();
    for (let n = 0; n < 2_000; n++) {
      fill(room, `t${n}`, `e${n}`);
      if (room.isFull) await vi.advanceTimersByTimeAsync(50);
    }
    expect(room.inFlight).toBe(2_048);
    expect(room.isFull).toBe(true);
  });
});

describe('"fair sweeper"', () => {
  test('who had a turn waits behind the others for the next one', () => {
    const room = new Room();
    const queue = new EndpointQueue();
    for (const n of [1, 2, 3]) queue.add(ref(n));
    const [first] = queue.next(room, 1);
    expect(first?.endpointId).toBe('e1');
    if (first) queue.settle(first, true);
    for (const place of first?.places ?? []) place.leave('unknown');
    expect(queue.next(room, 10).map(({ endpointId }) => endpointId)).toEqual(['e2', 'e3', 'e1']);
  });

  test('teams take turns: the one endpoint of the last waits for one of each, not for all', () => {
    const queue = new EndpointQueue();
    for (let n = 0; n < 200; n++) queue.add(ref(n, n < 100 ? 't1' : 't2'));
    queue.add(ref(200, 't3'));
    const turns = queue.next(new Room(), 5).map(({ endpointId }) => endpointId);
    expect(turns).toEqual(['e0', 'e100', 'e200', 'e1', 'e101']);
    expect(queue.size).toBe(196);
  });

  test('what is heard of while an endpoint is being asked about is not forgotten', () => {
    const room = new Room();
    const queue = new EndpointQueue();
    queue.add(ref(1));
    const [turn] = queue.next(room, 1);
    queue.add(ref(1));
    expect(queue.size).toBe(0);
    if (turn) queue.settle(turn, false);
    expect(queue.size).toBe(1);
  });
});
