import { Counter, Gauge, register } from 'prom-client';
import type { Replicas } from '../db/replicas/choose-replica.ts';

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
        // The position of the primary or of the replica may not be known yet.
        if (replicas.position === null || position === null) continue;
        this.set({ replica: name }, Math.max(0, replicas.position - position));
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
