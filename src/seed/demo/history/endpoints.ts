import type { KeyObject } from 'node:crypto';
import type { Prisma } from '../../../db/generated/client.ts';
import { newId } from '../../../db/ids.ts';
import { API_VERSION, type EventType } from '../../../features/webhooks/events.schema.ts';
import { practiceUrl, REFUSING } from '../../../features/webhooks/practice.ts';
import { newSecret, sealSecret } from '../../../features/webhooks/signing-secret.ts';
import { HOUR_MS } from '../../../shared/durations.ts';
import type { InEach } from '../../../shared/language.ts';
import { PRACTICE_ORIGIN } from '../../../shared/practice-origins.ts';
import { atWork, daysBefore } from '../calendar.ts';
import { type DemoTeam, memberOf } from '../team.ts';

const PAUSED_AFTER_DAYS = 3;
/** Before the owner's assignment (demo/assignments.ts), whose event the endpoint of a sandbox refuses. */
const ADDED_DAYS = 12;

/**
 * An endpoint of the demo team or of a sandbox. The practice receiver answers both. The history of the demo team goes
 * on by itself (seed/demo/traffic), so its active endpoint subscribes to an event that nothing in the demo raises. The
 * other two are switched off and paused, and their events wait.
 */
export type DemoEndpoint = {
  id: string;
  url: string;
  description: string;
  events: EventType[];
  status: 'active' | 'disabled' | 'disabled_failures';
  createdAt: Date;
  failingSince: Date | null;
  /** When the endpoint was switched off or paused. */
  stoppedAt: Date | null;
  /** What a person added to the events, and when. */
  added?: { event: EventType; at: Date };
};

export type DemoEndpoints = Record<'crm' | 'academy' | 'alerts', DemoEndpoint>;

const endpointTexts: InEach<Record<'crm' | 'academy' | 'alerts', string>> = {
  de: {
    crm: 'Trainingsergebnisse ins CRM',
    academy: 'Lernplattform: Teilnahmen und neue Mitglieder',
    alerts: 'Meldet Ausfälle des CRM-Abgleichs an die IT',
  },
  en: {
    crm: 'Training results into the CRM',
    academy: 'Learning platform: completions and new members',
    alerts: 'Tells IT when the CRM sync fails',
  },
};

const running = { failingSince: null, stoppedAt: null };

export function planEndpoints(team: DemoTeam, now: Date, inSandbox: boolean): DemoEndpoints {
  const made = (days: number) => {
    const createdAt = atWork(now, days);
    return { id: newId('whe', createdAt), createdAt };
  };
  // The endpoint has been failing since this invitation.
  const failingSince = new Date(memberOf(team, 'messe').invitedAt.getTime() + 1_700);
  const { lang, tenantId } = team;
  const texts = endpointTexts[lang];
  const urlOf = (name: string) => practiceUrl({ language: lang, tenantId, name });
  const switchedOff = {
    status: 'disabled',
    stoppedAt: new Date(now.getTime() - 2 * HOUR_MS),
  } as const;
  return {
    crm: {
      ...made(120),
      url: urlOf(inSandbox ? REFUSING : 'results'),
      description: texts.crm,
      events: ['training.completed', 'evaluation.completed', 'assignment.created'],
      status: 'active',
      ...running,
      ...(inSandbox
        ? { added: { event: 'assignment.created', at: atWork(now, ADDED_DAYS) } }
        : switchedOff),
    },
    academy: {
      ...made(95),
      url: urlOf('academy'),
      description: texts.academy,
      events: ['training.completed', 'member.joined', 'member.removed'],
      status: 'disabled_failures',
      failingSince,
      stoppedAt: daysBefore(failingSince, -PAUSED_AFTER_DAYS),
    },
    alerts: {
      ...made(90),
      url: urlOf('alerts'),
      description: texts.alerts,
      events: ['crm.sync.failed'],
      status: 'active',
      ...running,
    },
  };
}

/** The secrets are real, so that the app can show signatures. Nobody has seen them. */
export function endpointRows(
  tenantId: string,
  endpoints: Record<string, DemoEndpoint>,
  { secretKey, lastSuccess }: { secretKey: KeyObject; lastSuccess: ReadonlyMap<string, Date> },
): Prisma.WebhookEndpointCreateManyInput[] {
  return Object.values(endpoints).map(({ id, url, description, events, status, ...times }) => ({
    tenant_id: tenantId,
    id,
    url,
    description,
    events,
    status,
    api_version: API_VERSION,
    secret: new Uint8Array(sealSecret(secretKey, newSecret(), { tenantId, endpointId: id })),
    created_at: times.createdAt,
    failing_since: times.failingSince,
    last_success_at: lastSuccess.get(id) ?? null,
    paused_at: status === 'disabled_failures' ? times.stoppedAt : null,
    // The limits of strangers' hosts are not for our own (P821, P822).
    proven_origin: isPractice(url) ? PRACTICE_ORIGIN : null,
  }));
}

export const isPractice = (url: string): boolean => url.startsWith(`${PRACTICE_ORIGIN}/`);
