import type { PrismaCall } from '../../operation/call.ts';
import type { Job } from '../../shared/jobs.ts';
import { stateWord } from '../../shared/web/states.ts';
import { inApp, ofTeam, toAdmins } from './contact-words.ts';
import { describeError, listLines } from './describe-failures.ts';
import type { MailText, MailTexts, Reading } from './mail-in.ts';
import type { LinkSeal } from './seal-link.ts';
import { type EndpointFacts, writeEndpointMails } from './write-endpoint-mails.ts';

type Facts = EndpointFacts<Job<'webhook.failing'>>;

/**
 * Writes one mail to each active admin, the owner and the technical contact, once for each period of failing.
 * Writes none if a delivery has succeeded since, or if the endpoint is switched off, paused or
 * deleted.
 */
export async function writeFailingEndpointMails(
  call: PrismaCall,
  job: Job<'webhook.failing'>,
  links: LinkSeal,
): Promise<void> {
  const { endpoint, failingSince, warnedAt } = job;
  // While the mails are written, nobody moves the times of which they tell: a warning of the moved times
  // would be a second one.
  await call.db.row(
    'select e.id from webhook_endpoint e where e.tenant_id = $1 and e.id = $2 for no key update',
    [endpoint],
  );
  const cause = `webhook_failing:${endpoint}:${failingSince.toISOString()}`;
  const state = { failing_since: failingSince, status: 'active' } as const;
  await writeEndpointMails(call, { job, cause, until: warnedAt, state, texts }, links);
}

const texts: MailTexts<Facts> = { de: german, en: english };

function german(facts: Facts, { date, lang }: Reading): MailText {
  const pause = date(facts.pausesAt);
  return {
    subject: `Ein Webhook-Endpunkt ${ofTeam.de(facts)} antwortet seit einem Tag nicht wie erwartet`,
    body: `seit mehr als 24 Stunden ist keine Zustellung an einen Webhook-Endpunkt ${ofTeam.de(facts)} gelungen.

${listLines([
  ['Adresse', facts.url],
  ['Beschreibung', facts.description],
  ['Kennung', facts.endpoint],
  ['Status', stateWord('endpoint', 'failing', lang)],
  ['Fehlgeschlagen seit', date(facts.failingSince)],
  ['Letzte Antwort', describeError(facts.lastError, lang)],
])}
${inApp.de(facts, facts.page)}
Bleibt es dabei, pausieren wir den Endpunkt am ${pause}. Eine gelungene Zustellung, auch die eines Testereignisses, beendet die Zählung.

Was noch zuzustellen ist, geht nicht verloren: Wir versuchen es weiter, und während einer Pause wird es 30 Tage lang aufbewahrt.
${toAdmins.de(facts)}`,
  };
}

function english(facts: Facts, { date, lang }: Reading): MailText {
  const pause = date(facts.pausesAt);
  return {
    subject: `A webhook endpoint ${ofTeam.en(facts)} has failed for a day`,
    body: `No delivery to a webhook endpoint ${ofTeam.en(facts)} has succeeded for more than 24 hours.

${listLines([
  ['Address', facts.url],
  ['Description', facts.description],
  ['Id', facts.endpoint],
  ['Status', stateWord('endpoint', 'failing', lang)],
  ['Failing since', date(facts.failingSince)],
  ['Last response', describeError(facts.lastError, lang)],
])}
${inApp.en(facts, facts.page)}
If this goes on, we will pause the endpoint on ${pause}. A successful delivery, even of a test event, ends the count.

Deliveries that wait are not lost: we go on trying, and keep them for 30 days during a pause.
${toAdmins.en(facts)}`,
  };
}
