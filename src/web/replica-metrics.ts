import { Counter, Gauge, register } from 'prom-client';
import type { Replicas } from '../db/choose-replica.ts';

/** Adds metrics about the work of each replica for this process. */
export function watchReplicas(replicas: Replicas): void {
  if (register.getSingleMetric('database_replica_in_rotation')) return;
  new Gauge({
    name: 'database_replica_in_rotation',
    help: '1 for each process that sends queries to this replica.',
    labelNames: ['replica'],
    collect() {
      for (const { name, isIn } of replicas.all) this.set({ replica: name }, isIn ? 1 : 0);
    },
  });
  new Gauge({
    name: 'database_replica_lag_bytes',
    help: 'How much of the log of the primary the replica has not replayed.',
    labelNames: ['replica'],
    aggregator: 'max',
    collect() {
      this.reset();
      for (const { name, position } of replicas.all) {
        const lag = lagOf(replicas.position, position);
        if (lag !== null) this.set({ replica: name }, lag);
      }
    },
  });
  new Counter({
    name: 'database_replica_reads_total',
    help: 'Queries that the replica has answered.',
    labelNames: ['replica'],
    collect() {
      this.reset();
      for (const { name, answered } of replicas.all) this.inc({ replica: name }, answered);
    },
  });
  new Counter({
    name: 'database_replica_refusals_total',
    help: 'Queries that the primary has answered instead of a replica, by the reason.',
    labelNames: ['reason'],
    collect() {
      this.reset();
      for (const [reason, count] of replicas.toPrimary) this.inc({ reason }, count);
    },
  });
}

/**
 * The bytes by which the replica is behind the primary. Null if one of the two did not tell its position.
 */
function lagOf(primary: string | null, replica: string | null): number | null {
  if (primary === null || replica === null) return null;
  return Math.max(0, Number(bytesOf(primary) - bytesOf(replica)));
}

/** PostgreSQL writes a position of its log as two numbers of 32 bits in hexadecimal. */
function bytesOf(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
