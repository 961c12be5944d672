import { Counter, Gauge } from 'prom-client';
import { type CrmProvider, crmProviders } from '../../crm/connection-settings.ts';
import { syncEnds } from './synchronize/claimed-connection.ts';

const runs = new Counter({
  name: 'crm_sync_runs_total',
  help: 'Pieces of work on a CRM connection by provider and outcome. yielded: it goes on after others had their turn.',
  labelNames: ['provider', 'outcome'],
});
const records = new Counter({
  name: 'crm_sync_records_total',
  help: 'Records that a CRM has sent.',
  labelNames: ['provider'],
});
const waits = new Counter({
  name: 'crm_sync_waits_total',
  help: 'How often a synchronization has to wait for the quota of the CRM.',
  labelNames: ['provider'],
});
const oldest = new Gauge({
  name: 'crm_sync_oldest_seconds',
  help: 'How long ago the active connection that has waited longest was synchronized.',
  aggregator: 'max',
});

const outcomes = [...syncEnds, 'broken_off'] as const;
for (const provider of crmProviders) {
  for (const outcome of outcomes) runs.inc({ provider, outcome }, 0);
  for (const counter of [records, waits]) counter.inc({ provider }, 0);
}

type InWork = { readonly size: number };
let watched: InWork | undefined;

new Gauge({
  name: 'crm_sync_in_work',
  help: 'CRM connections that the worker synchronizes now.',
  collect() {
    this.set(watched?.size ?? 0);
  },
});

/** Makes the gauge read these places at each scrape. A process has one loop. */
export function watchSyncPlaces(places: InWork): void {
  watched = places;
}

export function countEnd(provider: CrmProvider, outcome: (typeof outcomes)[number]): void {
  runs.inc({ provider, outcome });
  if (outcome === 'waiting') waits.inc({ provider });
}

export function countRecords(provider: CrmProvider, count: number): void {
  records.inc({ provider }, count);
}

export function observeOldest(seconds: number): void {
  oldest.set(Math.max(0, seconds));
}
