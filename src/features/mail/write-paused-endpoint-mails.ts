import type { PrismaCall } from '../../operation/call.ts';
import type { Job } from '../../shared/jobs.ts';
import { stateWord } from '../../shared/web/states.ts';
import { inApp, ofTeam, toAdmins } from './contact-words.ts';
import { describeError, listLines } from './describe-failures.ts';
import type { MailText, MailTexts, Reading } from './mail-in.ts';
import type { LinkSeal } from './seal-link.ts';
import { type EndpointFacts, writeEndpointMails } from './write-endpoint-mails.ts';

type Facts = EndpointFacts<Job<'webhook.paused'>>;

/**
 * Writes one mail to each active admin, the owner and the technical contact, once for each pause
 * (D168). Writes it even if the endpoint is active again, but not if the endpoint is deleted.
 */
export async function writePausedEndpointMails(
  call: PrismaCall,
  job: Job<'webhook.paused'>,
  links: LinkSeal,
): Promise<void> {
  const { endpoint, pausedAt } = job;
  const cause = `webhook_paused:${endpoint}:${pausedAt.toISOString()}`;
  await writeEndpointMails(call, { job, cause, until: pausedAt, texts }, links);
}

const texts: MailTexts<Facts> = { de: german, en: english };

function german(facts: Facts, { date, lang }: Reading): MailText {
  const since = date(facts.failingSince);
  const success = facts.lastSuccessAt
    ? `Die letzte erfolgreiche Zustellung war am ${date(facts.lastSuccessAt)}.`
    : 'Eine erfolgreiche Zustellung gab es an diesen Endpunkt noch nicht.';
  return {
    subject: `Ein Webhook-Endpunkt ${ofTeam.de(facts)} wurde pausiert`,
    body: `wir haben einen Webhook-Endpunkt ${ofTeam.de(facts)} pausiert, weil keine Zustellung mehr gelungen ist.

${listLines([
  ['Adresse', facts.url],
  ['Beschreibung', facts.description],
  ['Kennung', facts.endpoint],
  ['Status', stateWord('endpoint', 'disabled_failures', lang)],
  ['Pausiert am', date(facts.pausedAt)],
  ['Letzter Fehler', describeError(facts.lastError, lang)],
])}
${inApp.de(facts, facts.page)}
Seit dem ${since} ist jeder Versuch fehlgeschlagen. ${success}

Was noch zuzustellen ist, geht nicht verloren: Auch neue Ereignisse für diesen Endpunkt werden aufgezeichnet und 30 Tage lang aufbewahrt.

Was zuletzt geschah, zeigt die Liste der Zustellungen (alle Aufrufe mit einem API-Schlüssel, der webhooks:manage hat):

  GET ${facts.publicUrl}/api/public/v1/webhook-endpoints/${facts.endpoint}/deliveries

Prüfen Sie den Empfänger mit einem Testereignis, das auch an einen pausierten Endpunkt gesendet wird:

  POST ${facts.publicUrl}/api/public/v1/webhook-endpoints/${facts.endpoint}/test

Ist es angekommen, setzen Sie den Endpunkt fort:

  PATCH ${facts.publicUrl}/api/public/v1/webhook-endpoints/${facts.endpoint}
  {"status":"active"}

Danach werden die aufgehobenen Zustellungen gesendet. Was schon vor der Pause nach dem letzten Versuch aufgegeben war (gave_up), wird nur auf Ihren Wunsch noch einmal gesendet; die id steht in der Liste:

  POST ${facts.publicUrl}/api/public/v1/webhook-deliveries/{delivery_id}/retry
${toAdmins.de(facts)}`,
  };
}

function english(facts: Facts, { date, lang }: Reading): MailText {
  const since = date(facts.failingSince);
  const success = facts.lastSuccessAt
    ? `The last successful delivery was on ${date(facts.lastSuccessAt)}.`
    : 'No delivery to this endpoint has succeeded yet.';
  return {
    subject: `A webhook endpoint ${ofTeam.en(facts)} was paused`,
    body: `We have paused a webhook endpoint ${ofTeam.en(facts)} because every delivery to it has failed for a long time.

${listLines([
  ['Address', facts.url],
  ['Description', facts.description],
  ['Id', facts.endpoint],
  ['Status', stateWord('endpoint', 'disabled_failures', lang)],
  ['Paused on', date(facts.pausedAt)],
  ['Last error', describeError(facts.lastError, lang)],
])}
${inApp.en(facts, facts.page)}
Every attempt since ${since} has failed. ${success}

Deliveries that wait are not lost: new events for this endpoint are recorded too, and kept for 30 days.

The list of deliveries shows what happened (all calls need an API key with webhooks:manage):

  GET ${facts.publicUrl}/api/public/v1/webhook-endpoints/${facts.endpoint}/deliveries

Check the receiver with a test event, which is also sent to a paused endpoint:

  POST ${facts.publicUrl}/api/public/v1/webhook-endpoints/${facts.endpoint}/test

When it has arrived, resume the endpoint:

  PATCH ${facts.publicUrl}/api/public/v1/webhook-endpoints/${facts.endpoint}
  {"status":"active"}

The deliveries that were held are then sent. Deliveries that were given up before the pause, after their last attempt (gave_up), are sent again only if you ask for it; the id is in the list:

  POST ${facts.publicUrl}/api/public/v1/webhook-deliveries/{delivery_id}/retry
${toAdmins.en(facts)}`,
  };
}
