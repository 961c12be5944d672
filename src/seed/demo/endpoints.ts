import type { KeyObject } from 'node:crypto';
import { newId } from '../../db/ids.ts';
import type { Row } from '../../db/write-row.ts';
import { API_VERSION, type EventType } from '../../features/webhooks/events.schema.ts';
import { practiceUrl, REFUSING } from '../../features/webhooks/practice.ts';
import { newSecret, sealSecret } from '../../features/webhooks/signing-secret.ts';
import type { Language } from '../../shared/language/language.ts';
import { PRACTICE_ORIGIN } from '../../shared/web/practice-origins.ts';
import { table } from './table.ts';
import { type DemoTeam, memberOf } from './team.ts';
import { happened } from './year.ts';

/**
 * An endpoint of the demo team or of a sandbox. The practice receiver answers both. The history of the demo team goes
 * on by itself (traffic), so its active endpoint subscribes to an event that nothing in the demo raises. The other two
 * are switched off and paused, and their events wait.
 */
export type DemoEndpoint = {
  id: string;
  url: string;
  description: string;
  events: EventType[];
  status: 'active' | 'disabled' | 'disabled_failures';
  createdAt: Date;
  failingSince?: Date;
  /** When the endpoint was switched off or paused. */
  stoppedAt?: Date;
  /** What a person added to the events, and when. */
  added?: { event: EventType; at: Date };
};

export type DemoEndpoints = Record<'results' | 'academy' | 'alerts', DemoEndpoint>;

const plans = table(
  ['name', 'events', 'de', 'en'],
  `
results | training.completed evaluation.completed assignment.created | Trainingsergebnisse ins CRM | Training results into the CRM
academy | training.completed member.joined member.removed | Lernplattform: Teilnahmen und neue Mitglieder | Learning platform: completions and new members
alerts  | crm.sync.failed | Meldet Ausfälle des CRM-Abgleichs an die IT | Tells IT when the CRM sync fails
data    | training.completed evaluation.completed assignment.created | Trainings, Bewertungen und Aufgaben in die Datenplattform | Trainings, evaluations and assignments into the data platform
`,
);

type Of = { lang: Language; tenantId: string };

export function planEndpoint({ lang, tenantId }: Of, name: string, createdAt: Date): DemoEndpoint {
  const plan = plans.find((each) => each.name === name);
  return {
    id: newId('whe', createdAt),
    url: practiceUrl({ language: lang, tenantId, name }),
    description: plan?.[lang] ?? '',
    events: (plan?.events ?? '').split(' ') as EventType[],
    status: 'active',
    createdAt,
  };
}

export function planEndpoints(team: DemoTeam, now: Date, inSandbox: boolean): DemoEndpoints {
  const plan = (name: string) => {
    return planEndpoint(team, name, happened('webhook_endpoint.created', name, now).at);
  };
  const { tenantId, lang: language } = team;
  const changedAt = happened('webhook_endpoint.changed', 'results', now, inSandbox).at;
  return {
    results: inSandbox
      ? {
          ...plan('results'),
          url: practiceUrl({ language, tenantId, name: REFUSING }),
          // Before the owner's assignment (assignments.ts), whose event the endpoint refuses.
          added: { event: 'assignment.created', at: changedAt },
        }
      : { ...plan('results'), status: 'disabled', stoppedAt: changedAt },
    academy: {
      ...plan('academy'),
      status: 'disabled_failures',
      // The endpoint has been failing since this invitation.
      failingSince: new Date(memberOf(team, 'messe').invitedAt.getTime() + 1_700),
      stoppedAt: happened('webhook_endpoint.paused', 'academy', now).at,
    },
    alerts: plan('alerts'),
  };
}

/** The secret is real, so that the app can show signatures. Nobody has seen it. */
export function endpointRow(
  tenantId: string,
  { id, url, description, events, status, ...times }: DemoEndpoint,
  secretKey: KeyObject,
): Row<'webhookEndpoint'> {
  return {
    id,
    url,
    description,
    events,
    status,
    api_version: API_VERSION,
    secret: sealSecret(secretKey, newSecret(), { tenantId, endpointId: id }),
    created_at: times.createdAt,
    failing_since: times.failingSince ?? null,
    paused_at: status === 'disabled_failures' ? (times.stoppedAt ?? null) : null,
    // The limits of strangers' hosts are not for our own (P821, P822).
    proven_origin: PRACTICE_ORIGIN,
  };
}
