import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { Random } from '../../src/seed/demo/random.ts';
import { cloneDatabase } from '../harness/database.ts';
import { runs } from '../harness/rounds.ts';
import { lastStatementsHaveEnded, leasesAreOver } from './harness/killed-workers.ts';
import { Subscriber } from './harness/subscriber.ts';
import { WorkerProcess } from './harness/worker-process.ts';

const KILLS = runs({ few: 2, all: 10 });
/** The test starts up to eleven processes, on a machine that may be busy. */
const LIMIT_MS = 240_000;
const ENDPOINTS = 20;
const EVENTS = runs({ few: 20, all: 100 });
/** The receiver is so slow that some request is always under way. */
const SLOWEST_MS = 80;
const QUICKEST_MS = 30;

async function leases(sql: pg.Pool): Promise<string[]> {
  const { rows } = await sql.query<{ lease: string }>(
    "select delivery_id || ' ' || lease_no as lease from webhook_pending where leased_at is not null",
  );
  return rows.map(({ lease }) => lease);
}

test(
  'a worker killed again and again at random moments loses no delivery, and repeats at most the requests under way',
  async () => {
    const random = new Random(inject('seed'));
    const database = await cloneDatabase();
    onTestFinished(() => database.drop());
    const subscriber = await Subscriber.make(database.url, {
      endpoints: ENDPOINTS,
      handler: async (_, response) => {
        await sleep(random.whole(QUICKEST_MS, SLOWEST_MS));
        response.end();
      },
    });
    const { sql, receiver } = subscriber;
    await subscriber.raise(EVENTS);

    const inFlight = new Set<string>();
    for (let kill = 0; kill < KILLS; kill++) {
      const before = receiver.requests.length;
      const worker = await WorkerProcess.start(database.url);
      await receiver.waitFor(before + random.whole(1, 80));
      await sleep(random.whole(0, 19));
      await worker.kill();
      await lastStatementsHaveEnded(sql);
      const ofEarlier = inFlight.size;
      for (const lease of await leases(sql)) inFlight.add(lease);
      expect(inFlight.size, 'leases that the kill has hit').toBeGreaterThan(ofEarlier);
    }
    await leasesAreOver(sql);
    await WorkerProcess.start(database.url);
    await subscriber.allOk(60_000);

    const deliveries = await subscriber.deliveries();
    expect(deliveries).toHaveLength(ENDPOINTS * EVENTS);
    for (const { attempt, attempts, is_leased } of deliveries) {
      expect([attempt, attempts, is_leased]).toEqual([1, 1, false]);
    }
    const lost = deliveries.reduce((sum, { lease_no, attempt }) => sum + lease_no - attempt, 0);
    expect(lost).toBe(inFlight.size);
    const arrived = subscriber.arrived();
    const pathOf = new Map([...subscriber.endpoints].map(([path, { id }]) => [id, path]));
    for (const { endpoint_id, event_id, lease_no } of deliveries) {
      const times = arrived.get(`${pathOf.get(endpoint_id)} ${event_id}`) ?? 0;
      expect(times).toBeGreaterThanOrEqual(1);
      expect(times).toBeLessThanOrEqual(lease_no);
    }
    expect(arrived.size).toBe(deliveries.length);
    expect(receiver.requests.length - deliveries.length).toBeLessThanOrEqual(lost);
  },
  LIMIT_MS,
);
