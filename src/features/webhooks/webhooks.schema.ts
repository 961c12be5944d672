import { z } from 'zod';
import type { Privacy } from '../../auth/privacy.ts';
import { selectList } from '../../db/select-list.ts';
import { createdAt } from '../../shared/schema/date-time.ts';
import { described, docText } from '../../shared/schema/doc-text.ts';
import { limitInput } from '../../shared/schema/page-schema.ts';
import { shortList } from '../../shared/schema/short-list.ts';
import { text } from '../../shared/schema/text.ts';
import { endpointFields } from './endpoint-fields.schema.ts';
import { API_VERSION } from './events.schema.ts';
import { subscribableEvents } from './subscribable-events.ts';

const endpointExample = {
  id: 'whe_01jc7t9v2w4x6y8z1a3b5c7d9e',
  url: 'https://hooks.customer.example/team-api',
  events: ['training.completed', 'evaluation.completed'],
  status: 'active',
  api_version: API_VERSION,
  description: 'Training results for the data warehouse',
  created_at: '2026-11-18T09:12:30.000Z',
  last_success_at: '2026-11-20T07:45:02.000Z',
};

export const webhookEndpoint = z
  .object({
    id: described(z.string(), {
      en: 'The `{endpoint_id}` in paths.',
      de: 'Die `{endpoint_id}` in Pfaden.',
    }),
    url: described(z.string(), {
      en: 'Where events are sent.',
      de: 'Wohin Ereignisse gesendet werden.',
    }),
    events: described(z.array(z.string()), {
      en: 'The types of the events that are sent to this URL.',
      de: 'Die Typen der Ereignisse, die an diese URL gesendet werden.',
    }),
    status: described(z.string(), {
      en: '`disabled`: switched off by a request. `disabled_failures`: paused after three days without a successful delivery. In both states the service keeps the events, and sends them once the status is `active` again.',
      de: '`disabled`: durch eine Anfrage ausgeschaltet. `disabled_failures`: angehalten nach drei Tagen ohne gelungene Zustellung. In beiden Fällen bewahrt der Dienst die Ereignisse auf und sendet sie, sobald der Status wieder `active` ist.',
      examples: ['active', 'disabled', 'disabled_failures'],
    }),
    api_version: described(z.string(), {
      en: 'The version of the events, as year and month. It never changes.',
      de: 'Die Version der Ereignisse, als Jahr und Monat. Sie ändert sich nie.',
    }),
    description: described(z.string().nullable(), {
      en: 'What the endpoint is for, in the words of its maker.',
      de: 'Wofür der Endpunkt da ist, in den Worten dessen, der ihn angelegt hat.',
    }),
    created_at: createdAt,
    last_success_at: described(z.iso.datetime().nullable(), {
      en: 'When an event or a test last arrived. Null: none has yet.',
      de: 'Wann zuletzt ein Ereignis oder ein Test ankam. Null: noch keines.',
    }),
    secret: described(z.string().optional(), {
      en: 'The signing secret. Only the response to the creation shows it.',
      de: 'Das Secret der Signatur. Nur die Antwort beim Anlegen zeigt es.',
    }),
  })
  .meta({
    id: 'WebhookEndpoint',
    description: docText({
      en: 'A URL to which events are sent.',
      de: 'Eine URL, an die Ereignisse gesendet werden.',
    }),
    examples: [
      endpointExample,
      {
        ...endpointExample,
        last_success_at: null,
        secret: 'whsec_4fT9xQm2LrV7bKc1WnZ8sYd5HgJ3pEa6UtRi0oBvNqM2',
      },
    ],
  });
export type WebhookEndpoint = z.output<typeof webhookEndpoint>;

export const webhookEndpointList = z
  .object({
    data: described(z.array(webhookEndpoint), {
      en: 'All endpoints, at most 100.',
      de: 'Alle Endpunkte, höchstens 100.',
    }),
  })
  .meta({
    id: 'WebhookEndpointList',
    description: docText({
      en: 'All endpoints of the team, newest first.',
      de: 'Alle Endpunkte des Teams, die neuesten zuerst.',
    }),
  });

export const webhookDelivery = z
  .object({
    id: described(z.string(), {
      en: 'The `{delivery_id}` in paths. The event has an id of its own.',
      de: 'Die `{delivery_id}` in Pfaden. Das Ereignis hat eine eigene ID.',
    }),
    attempt: described(z.int(), {
      en: 'How many attempts were made; 0 while queued.',
      de: 'Wie viele Versuche es gab; 0, solange sie eingereiht ist.',
    }),
    status: described(z.string(), {
      en: '`pending`: also between two attempts. `gave_up`: the last retry has failed, or nothing could be tried.',
      de: '`pending`: auch zwischen zwei Versuchen. `gave_up`: Die letzte Wiederholung ist fehlgeschlagen, oder es konnte nichts versucht werden.',
      examples: ['ok', 'pending', 'gave_up'],
    }),
    event_type: described(z.string().nullable(), {
      en: 'The `type` of the event.',
      de: 'Der `type` des Ereignisses.',
    }),
    created_at: described(z.iso.datetime().nullable(), {
      en: 'When the event happened.',
      de: 'Wann das Ereignis geschah.',
    }),
    next_try_at: described(z.iso.datetime().nullable(), {
      en: 'Null if no attempt is planned: the delivery has ended, or the endpoint is not `active`.',
      de: 'Null, wenn kein Versuch geplant ist: Die Zustellung ist zu Ende, oder der Endpunkt ist nicht `active`.',
    }),
    response_code: described(z.int().nullable(), {
      en: 'The HTTP status of the last attempt; null if there was no response.',
      de: 'Der HTTP-Status des letzten Versuchs; null, wenn keine Antwort kam.',
    }),
    response_excerpt: described(z.string().nullable(), {
      en: 'The first 1,000 characters of the body of that response. While `member_detail_enabled` is off: null if the attempt sent `user_id` or `score`, because the response may repeat them.',
      de: 'Die ersten 1.000 Zeichen des Bodys dieser Antwort. Solange `member_detail_enabled` aus ist: null, wenn der Versuch `user_id` oder `score` gesendet hat, weil die Antwort sie wiederholen kann.',
    }),
    response_ms: described(z.int().nullable(), {
      en: 'How long the last attempt took, in milliseconds. Null for a failed one until the host of the endpoint has answered 2xx once.',
      de: 'Wie lange der letzte Versuch gedauert hat, in Millisekunden. Null bei einem fehlgeschlagenen, bis der Host des Endpunkts einmal mit 2xx geantwortet hat.',
    }),
    error: described(z.string().nullable(), {
      en: 'Why the last attempt failed, or why the delivery was given up. `http_status`: the answer was not 2xx. `no_answer`: no usable answer came; once the host has answered 2xx once, the error says why. `timeout`: no answer within ten seconds. `connect_refused`: no connection. `tls_error`: TLS or the certificate. `dns_error`: the host was not resolved. `target_blocked`: the host has an address that is not public. `reset`: the connection was cut before an answer came. `invalid_response`: the answer was not HTTP. `worker_lost`, `secret_unreadable`: a fault of the service. `tenant_disabled`: the API of the team was switched off. `endpoint_paused`: held for 30 days. More may be added.',
      de: 'Warum der letzte Versuch fehlschlug oder die Zustellung aufgegeben wurde. `http_status`: Die Antwort war nicht 2xx. `no_answer`: Es kam keine brauchbare Antwort; hat der Host einmal mit 2xx geantwortet, nennt der Fehler den Grund. `timeout`: keine Antwort innerhalb von zehn Sekunden. `connect_refused`: keine Verbindung. `tls_error`: TLS oder das Zertifikat. `dns_error`: Der Host wurde nicht gefunden. `target_blocked`: Der Host hat eine Adresse, die nicht öffentlich ist. `reset`: Die Verbindung brach ab, bevor eine Antwort kam. `invalid_response`: Die Antwort war kein HTTP. `worker_lost`, `secret_unreadable`: ein Fehler des Dienstes. `tenant_disabled`: Die API des Teams war ausgeschaltet. `endpoint_paused`: 30 Tage aufbewahrt. Weitere können hinzukommen.',
      examples: ['http_status', 'timeout', 'connect_refused', 'tls_error', 'endpoint_paused'],
    }),
  })
  .meta({
    id: 'WebhookDelivery',
    description: docText({
      en: 'One event on its way to one endpoint.',
      de: 'Ein Ereignis auf dem Weg zu einem Endpunkt.',
    }),
    examples: [
      {
        id: 'whd_01jd4x6k8mq2v5w9y3z7b1c4df',
        attempt: 1,
        status: 'pending',
        event_type: 'training.completed',
        created_at: '2026-11-20T09:30:00.000Z',
        next_try_at: '2026-11-20T09:31:00.412Z',
        response_code: 503,
        response_excerpt: 'Service Unavailable',
        response_ms: 84,
        error: 'http_status',
      },
    ],
  });
export type WebhookDelivery = z.output<typeof webhookDelivery>;

export const webhookDeliveryList = z
  .object({
    data: described(z.array(webhookDelivery), {
      en: 'The deliveries, at most `limit`.',
      de: 'Die Zustellungen, höchstens `limit`.',
    }),
  })
  .meta({
    id: 'WebhookDeliveryList',
    description: docText({
      en: 'The latest deliveries to the endpoint, newest first.',
      de: 'Die letzten Zustellungen an den Endpunkt, die neuesten zuerst.',
    }),
  });

export const webhookTest = z
  .object({
    delivery_id: described(z.string(), {
      en: 'The id of the delivery in the list of deliveries.',
      de: 'Die ID der Zustellung in der Liste der Zustellungen.',
    }),
    status: described(z.string(), {
      en: 'Always `pending`: the test is queued.',
      de: 'Immer `pending`: Der Test ist eingereiht.',
      examples: ['pending'],
    }),
  })
  .meta({
    id: 'WebhookTest',
    description: docText({
      en: 'The delivery is queued; it is attempted within seconds.',
      de: 'Die Zustellung ist eingereiht; der Versuch folgt innerhalb von Sekunden.',
    }),
    examples: [{ delivery_id: 'whd_01jd4x6k8mq2v5w9y3z7b1c4df', status: 'pending' }],
  });
export type WebhookTest = z.output<typeof webhookTest>;

const endpointId = described(z.string(), {
  en: 'The id of a webhook endpoint of the team.',
  de: 'Die ID eines Webhook-Endpunkts des Teams.',
  examples: ['whe_01jc7t9v2w4x6y8z1a3b5c7d9e'],
});
const deliveryId = described(z.string(), {
  en: 'The id of a webhook delivery of the team.',
  de: 'Die ID einer Zustellung des Teams.',
  examples: ['whd_01jd4x6k8mq2v5w9y3z7b1c4df'],
});
const url = described(text(endpointFields.url.most), {
  en: 'Where events are sent by POST: `https`, without user and password, at a host whose every address is public.',
  de: 'Wohin Ereignisse per POST gesendet werden: `https`, ohne Benutzer und Passwort, an einen Host, dessen Adressen alle öffentlich sind.',
});
// Unknown types and `ping` are refused. A type that is named twice counts once (D153).
export const subscribedEvents = described(
  shortList(z.array(z.enum(subscribableEvents)).min(1, 'At least one type of event.')).transform(
    (input) => [...new Set(input)],
  ),
  {
    en: 'At least one type. A repeated type counts once. `ping` cannot be chosen.',
    de: 'Mindestens ein Typ. Ein doppelter zählt einmal. `ping` lässt sich nicht wählen.',
  },
);
const description = described(text(endpointFields.description.most).nullish(), {
  en: 'What the endpoint is for, for people.',
  de: 'Wofür der Endpunkt da ist, für Menschen.',
});

export const listEndpointsInput = z.strictObject({});
export const endpointIdInput = z.strictObject({ endpoint_id: endpointId });
export const deliveryIdInput = z.strictObject({ delivery_id: deliveryId });
export const listDeliveriesInput = z.strictObject({
  endpoint_id: endpointId,
  limit: described(limitInput, {
    en: 'How many deliveries are listed at most.',
    de: 'Wie viele Zustellungen höchstens aufgelistet werden.',
  }),
});
export const createEndpointInput = z
  .strictObject({ url, events: subscribedEvents, description })
  .meta({
    examples: [
      {
        url: 'https://hooks.customer.example/team-api',
        events: ['training.completed', 'evaluation.completed'],
        description: 'Training results for the data warehouse',
      },
    ],
  });
/** The fields that the app edits. */
export const endpointEdits = Object.keys(endpointFields) as (keyof typeof endpointFields)[];
export const changeEndpointInput = z
  .strictObject({
    endpoint_id: endpointId,
    url: url.optional(),
    events: subscribedEvents.optional(),
    description: described(description, {
      en: 'What the endpoint is for, for people. Null clears it.',
      de: 'Wofür der Endpunkt da ist, für Menschen. Null leert es.',
    }),
    // Only the service sets `disabled_failures` (D143).
    status: described(z.enum(['active', 'disabled']).optional(), {
      en: '`active` also ends a pause (`disabled_failures`); what was kept meanwhile is then sent.',
      de: '`active` beendet auch eine Pause (`disabled_failures`); was inzwischen aufbewahrt wurde, wird dann gesendet.',
    }),
  })
  .meta({ examples: [{ status: 'active' }] });

/** The public shape of `webhook_endpoint e`. Only the answer that makes a secret has it. */
export const endpointShape = selectList(
  webhookEndpoint.omit({ secret: true }),
  { model: 'webhookEndpoint', as: 'e' },
  {},
);

/**
 * The public shape of `webhook_delivery_state d` and its `webhook_endpoint e`. The response and the
 * error are those of the last attempt (D146).
 */
export const deliveryShape = (privacy: Privacy) => `d.id, d.attempt, d.status, d.event_type,
  iso(d.created_at) as created_at,
  iso(coalesce(d.urgent_at, case when e.status = 'active' then d.next_try_at end)) as next_try_at,
  d.response_code, ${shownExcerpt(privacy)} as response_excerpt, d.response_ms, d.error`;

/** An answer may repeat what was sent. So it is hidden while a field is hidden that was sent to it (D192). */
function shownExcerpt(privacy: Privacy): string {
  const fields = privacy.hidden('event').map(({ field }) => `'${field}'`);
  if (fields.length === 0) return 'd.response_excerpt';
  return `case when exists (
    select from webhook_attempt a join webhook_event v on v.tenant_id = $1 and v.id = d.event_id
    where a.tenant_id = $1 and a.delivery_id = d.id and a.n = d.attempt and not a.is_reduced
      and v.body::jsonb -> 'data' ?| array[${fields}]
  ) then null else d.response_excerpt end`;
}
