import type { PrismaCall } from '../../operation/call.ts';
import { posted } from './calls.ts';
import { auditRows, type Deed } from './deeds.ts';
import { type Delivery, deliveryRows, lastSuccesses } from './deliveries.ts';
import type { DemoKey } from './keys.ts';
import { SERVER } from './origin.ts';
import type { Requests } from './requests.ts';
import { writeRows } from './write-rows.ts';

type History = {
  deeds: readonly Deed[];
  requests: Requests;
  /** Programs use these keys. */
  keys: readonly DemoKey[];
  deliveries: readonly Delivery[];
};

/** A request takes longer than this (requests.ts). */
const BEFORE_MS = 5;

/** Writes what people and programs have done: the audit log, the log of requests, and the deliveries of events. */
export async function writeHistory(
  { db, prisma, now }: PrismaCall,
  { deeds, requests, keys, deliveries }: History,
): Promise<void> {
  for (const { at, by, action, requestId } of deeds) {
    const key = keys.find(({ prefix }) => by.kind === 'key' && prefix === by.id);
    if (!key || !requestId) continue;
    const arrivedAt = new Date(at.getTime() - BEFORE_MS);
    const kind = posted(action === 'member.invited' ? '/users' : '/assignments');
    requests.add(key, kind, { at: arrivedAt, ip: SERVER, requestId });
  }
  await writeRows(db, {
    ...requests.rows,
    auditEntry: auditRows(deeds),
    ...deliveryRows(deliveries, now),
  });
  for (const [id, last_success_at] of lastSuccesses(deliveries)) {
    const where = { tenant_id: db.tenantId, id };
    await prisma.webhookEndpoint.updateMany({ where, data: { last_success_at } });
  }
}
