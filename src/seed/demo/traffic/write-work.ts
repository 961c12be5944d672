import type { PrismaCall } from '../../../operation/call.ts';
import * as written from '../history/deliveries.ts';
import { eventRows, keepEvents } from '../history/events.ts';
import { lastUses } from '../history/key-uses.ts';
import type { Requests } from '../history/requests.ts';

/** Writes deliveries that have ended, and the sums of the chart. */
export async function writeDeliveries(
  { db, prisma }: PrismaCall,
  deliveries: readonly written.Delivery[],
): Promise<void> {
  const { tenantId: tenant_id } = db;
  const events = deliveries.map(({ event }) => event);
  await prisma.webhookEvent.createMany({ data: eventRows(tenant_id, events) });
  await keepEvents(db, events);
  await prisma.webhookDelivery.createMany({ data: written.deliveryRows(tenant_id, deliveries) });
  await prisma.webhookAttempt.createMany({ data: written.attemptRows(tenant_id, deliveries) });
  for (const { ok = 0, failed = 0, ...row } of written.hourRows(
    tenant_id,
    deliveries,
    new Date(0),
  )) {
    const { endpoint_id } = row;
    const hour = new Date(row.hour);
    const key = { tenant_id, endpoint_id, hour };
    await prisma.webhookEndpointHour.upsert({
      where: { tenant_id_endpoint_id_hour: key },
      create: { ...key, ok, failed },
      update: { ok: { increment: ok }, failed: { increment: failed } },
    });
  }
  for (const [id, last_success_at] of written.lastSuccesses(deliveries)) {
    await prisma.webhookEndpoint.updateMany({
      where: { tenant_id, id },
      data: { last_success_at },
    });
  }
}

/** Writes when each key was last used. The history, or a visitor with the demo's key, may have a newer use. */
export async function writeUses({ db, prisma }: PrismaCall, requests: Requests): Promise<void> {
  const { tenantId: tenant_id } = db;
  for (const [key_id, { at: used_at, ip: used_ip }] of lastUses(requests)) {
    const use = { tenant_id, key_id, used_at, used_ip };
    await prisma.apiKeyUse.createMany({ data: use, skipDuplicates: true });
    const where = { tenant_id, key_id, used_at: { lt: used_at } };
    await prisma.apiKeyUse.updateMany({ where, data: { used_at, used_ip } });
  }
}
