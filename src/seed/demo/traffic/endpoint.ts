import type { KeyObject } from 'node:crypto';
import { newId } from '../../../db/ids.ts';
import { practiceUrl } from '../../../features/webhooks/practice.ts';
import type { PrismaCall } from '../../../operation/call.ts';
import type { InEach, Language } from '../../../shared/language.ts';
import { PRACTICE_ORIGIN } from '../../../shared/practice-origins.ts';
import { auditRows } from '../history/audit.ts';
import { type DemoEndpoint, endpointRows } from '../history/endpoints.ts';
import { byMember } from '../history/origin.ts';
import { domains } from '../people.ts';
import type { Random } from '../random.ts';
import type { DemoMember } from '../team.ts';

/** Where earlier releases sent the deliveries. No host answers there. */
const formerUrls: InEach<string> = {
  de: `https://daten.${domains.de}/eingang`,
  en: `https://data.${domains.en}/inbox`,
};
const NAME = 'data';
const descriptions: InEach<string> = {
  de: 'Trainings, Bewertungen und Aufgaben in die Datenplattform',
  en: 'Trainings, evaluations and assignments into the data platform',
};

type About = {
  createdAt: Date;
  by: DemoMember;
  random: Random;
  /** The key that encrypts the secrets of webhook endpoints. */
  secretKey: KeyObject;
};

/** Makes the endpoint that gets new deliveries. They are written, and not sent. */
export async function makeEndpoint(call: PrismaCall, about: About): Promise<string> {
  const { createdAt, by, random, secretKey } = about;
  const { tenantId } = call.db;
  const endpoint: DemoEndpoint = {
    id: newId('whe', createdAt),
    url: practiceUrl({ language: by.lang, tenantId, name: NAME }),
    description: descriptions[by.lang],
    events: ['training.completed', 'evaluation.completed', 'assignment.created'],
    status: 'active',
    createdAt,
    failingSince: null,
    stoppedAt: null,
  };
  const lastSuccess = new Map<string, Date>();
  await call.prisma.webhookEndpoint.createMany({
    data: endpointRows(tenantId, { data: endpoint }, { secretKey, lastSuccess }),
  });
  const made = {
    at: createdAt,
    by: byMember(by, random),
    action: 'webhook_endpoint.created',
    targetId: endpoint.id,
    changes: { url: new URL(endpoint.url).origin, events: endpoint.events },
  } as const;
  await call.prisma.auditEntry.createMany({ data: auditRows(tenantId, [made]) });
  return endpoint.id;
}

/** Has the practice receiver answer what a visitor raises, also in a demo that an earlier release has made. */
export async function moveToReceiver({ db, prisma }: PrismaCall, id: string): Promise<void> {
  const { tenantId } = db;
  for (const [language, url] of Object.entries(formerUrls)) {
    await prisma.webhookEndpoint.updateMany({
      where: { tenant_id: tenantId, id, url },
      data: {
        url: practiceUrl({ language: language as Language, tenantId, name: NAME }),
        proven_origin: PRACTICE_ORIGIN,
        failing_since: null,
      },
    });
  }
}

/** The endpoint. Null if a person has switched it off, deleted it or changed its URL. */
export async function findEndpoint(
  { db, prisma }: PrismaCall,
  id: string,
): Promise<DemoEndpoint | null> {
  const row = await prisma.webhookEndpoint.findFirst({
    where: {
      tenant_id: db.tenantId,
      id,
      url: { startsWith: `${PRACTICE_ORIGIN}/` },
      status: 'active',
      deleted_at: null,
    },
    omit: { secret: true },
  });
  if (!row) return null;
  const { url, events, created_at: createdAt } = row;
  return {
    id,
    url,
    description: row.description ?? '',
    status: 'active',
    createdAt,
    events: events as DemoEndpoint['events'],
    failingSince: null,
    stoppedAt: null,
  };
}
