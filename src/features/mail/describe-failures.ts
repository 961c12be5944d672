import type { AttemptError } from '../../egress/attempt-error.ts';
import type { Call } from '../../operation/call.ts';
import type { InEach, Language } from '../../shared/language/language.ts';
import { theirWords } from './their-words.ts';

export type LastError = { error: string; response_code: number | null };
type Span = { endpoint: string; since: Date; until: Date };

/**
 * Finds the last error. Looks only at the newest hundred attempted deliveries, because there may be
 * millions.
 */
export async function findLastError(
  { db }: Call,
  { endpoint, since, until }: Span,
): Promise<LastError | null> {
  const attempt = await db.row<LastError>(
    `select a.error, a.response_code from webhook_attempt a
     where a.tenant_id = $1 and a.delivery_id in (
         select d.id from webhook_delivery d
         where d.tenant_id = $1 and d.endpoint_id = $2 and d.event_type <> 'ping' and exists (
           select from webhook_attempt t where t.tenant_id = $1 and t.delivery_id = d.id)
         order by d.created_at desc, d.id desc limit 100)
       and a.started_at between $3 and $4 and a.error <> 'worker_lost'
     order by a.started_at desc limit 1`,
    [endpoint, since, until],
  );
  return attempt ?? null;
}

type Failure = Exclude<AttemptError, 'http_status'> | 'no_answer';

const errors: Record<Failure, InEach<string>> = {
  no_answer: { de: 'keine Antwort', en: 'no response' },
  timeout: {
    de: 'keine Antwort in der vorgesehenen Zeit',
    en: 'no response in time',
  },
  dns_error: { de: 'der Name wurde nicht gefunden (DNS)', en: 'the name was not found (DNS)' },
  target_blocked: {
    de: 'die Adresse liegt in keinem öffentlichen Netz',
    en: 'the address is not in a public network',
  },
  connect_refused: { de: 'keine Verbindung', en: 'no connection' },
  tls_error: {
    de: 'keine sichere Verbindung (TLS, Zertifikat)',
    en: 'no secure connection (TLS, certificate)',
  },
  reset: { de: 'die Verbindung brach ab', en: 'the connection broke off' },
  invalid_response: {
    de: 'die Antwort war kein gültiges HTTP',
    en: 'the response was not valid HTTP',
  },
};

/** Describes the last answer, or says why there was none. */
export function describeError(last: LastError | null, lang: Language): string | null {
  if (last === null) return null;
  if (last.response_code !== null) return `HTTP ${last.response_code}`;
  return isFailure(last.error) ? errors[last.error][lang] : last.error;
}

/** False for an error that this release does not know: an older or newer release may have stored it. */
function isFailure(error: string): error is Failure {
  return Object.hasOwn(errors, error);
}

/** The lines that have a value, for the text of a mail. Other people may have written these values. */
export function listLines(lines: [label: string, value: string | null][]): string {
  return lines
    .filter(([, value]) => value !== null && value !== '')
    .map(([label, value]) => `  ${label}: ${theirWords(value ?? '')}`)
    .join('\n');
}
