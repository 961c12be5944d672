import { errorClass } from '../../sdk/typescript/write-errors.ts';
import { errorCatalogue } from '../../shared/errors/errors.ts';
import type { Language } from '../../shared/language/language.ts';
import { layoutTexts } from '../layout/texts.ts';
import type { Page, SearchEntry } from '../page.ts';

/** The error classes of the SDK. The page of the SDK does not name all of them. */
const errorClasses = Object.keys(errorCatalogue).map(errorClass).join(' ');

/**
 * Words of other products, by page or (after `#`) part of a page. Readers who know these products type them. A word that
 * stands in the title or text of a page needs no entry here.
 */
export const searchWords: Record<Language, Readonly<Record<string, string>>> = {
  de: {
    'guides/first-request': 'quickstart schnellstart getting started einstieg tutorial hello world',
    'guides/first-request#ohne-folgen-ausprobieren':
      'sandbox testmodus test mode testumgebung staging',
    'guides/authentication':
      'authentication auth authentifizierung authentisierung anmeldung login bearer token api key API-Schlüssel credentials zugangsdaten oauth scope scopes berechtigung',
    'guides/lists-and-sync':
      'pagination paging paginierung seitenweise blättern cursor polling synchronisieren sync abgleich',
    'guides/lists-and-sync#zeiten-und-zeitzonen': 'timezone utc ortszeit sommerzeit',
    'guides/lists-and-sync#eine-kopie-aktuell-halten':
      'sync synchronisieren abgleich inkrementell delta changes spiegeln',
    'guides/idempotency': 'retry retries wiederholen doppelt duplicate',
    'guides/limits':
      'rate limit rate limiting ratelimit rate_limited anfragelimit anfragelimits ratenbegrenzung throttling drosselung quota kontingent 429 too many requests timeout',
    'guides/privacy': 'GDPR DSGVO datenschutz personenbezogene daten pii member_detail',
    'guides/crm':
      'hubspot pipedrive salesforce opportunity deals einwände objections lost reason verlustgrund integration verbinden synced_at',
    'guides/webhooks':
      'callback callbacks notification push standard webhooks svix localhost lokal ngrok tunnel python flask node express php go',
    'guides/deliveries': 'retry wiederholen gave_up timeout zeitplan rotieren replay',
    'guides/versioning': 'deprecation veraltet breaking change abwärtskompatibel',
    'guides/sdk':
      'client library bibliothek clientbibliothek npm pip paket team-api team_api typescript javascript python deno bun workers express fastify hono fastapi flask',
    'guides/sdk#fehler': errorClasses,
    'guides/sdk#eine-kopie-halten': 'sync changesOnly pageSize',
    'guides/sdk#webhooks': 'WebhookError onRefused tolerance',
    'guides/versioning#typisierte-clients':
      'codegen generator openapi swagger typescript types typen',
    changelog:
      'changelog release notes versionshinweise neuigkeiten neuerungen änderungen was ist neu what is new versionen',
    'reference/': 'endpoints endpunkte api reference operationen',
    'events/': 'event types ereignistypen',
    errors: 'error codes fehlercodes statuscodes problem details rfc 9457',
    verify: 'signatur signature hmac Svc-Signature whsec debug',
  },
  en: {
    'guides/first-request': 'quickstart quick start getting started tutorial hello world',
    'guides/first-request#try-without-consequences': 'sandbox test mode testing staging',
    'guides/authentication':
      'authentication auth authenticate login sign in bearer token api key api keys credentials oauth scope scopes permission permissions',
    'guides/lists-and-sync':
      'pagination paging paginate page by page cursor polling sync synchronize synchronise export',
    'guides/lists-and-sync#times-and-time-zones': 'timezone timezones utc daylight saving',
    'guides/lists-and-sync#keep-a-copy-up-to-date':
      'sync synchronize synchronise incremental delta changes mirror',
    'guides/idempotency': 'retry retries repeat twice duplicate',
    'guides/limits':
      'rate limit rate limits rate limiting ratelimit rate_limited throttling throttled quota 429 too many requests timeout',
    'guides/privacy': 'GDPR data protection personal data pii member_detail',
    'guides/crm':
      'hubspot pipedrive salesforce opportunity opportunities deals objections lost reason integration connect synced_at',
    'guides/webhooks':
      'callback callbacks notification push standard webhooks svix testing localhost local ngrok tunnel python flask node express php go',
    'guides/deliveries': 'retry retries gave_up timeout schedule rotate replay',
    'guides/versioning': 'deprecation deprecated breaking change backwards compatible',
    'guides/sdk':
      'SDKs client library libraries npm pip package team-api team_api typescript javascript python deno bun workers express fastify hono fastapi flask',
    'guides/sdk#errors': errorClasses,
    'guides/sdk#keep-a-copy': 'sync changesOnly pageSize',
    'guides/sdk#webhooks': 'WebhookError onRefused tolerance',
    'guides/versioning#typed-clients': 'codegen generator openapi swagger typescript types',
    changelog: 'changelog release notes what is new history',
    'reference/': 'endpoints api reference operations',
    'events/': 'event types',
    errors: 'error codes status codes problem details rfc 9457',
    verify: 'signature hmac Svc-Signature whsec debug',
  },
};

/** The search entries of a page, with its name in the navigation and the words of other products. */
export function entriesOf(page: Page): SearchEntry[] {
  const { language, path, shortTitle, entries } = page;
  const inNavigation = path === '' ? layoutTexts[language].start : shortTitle;
  return entries.map((entry) => {
    const place = entry.anchor === undefined ? path : `${path}#${entry.anchor}`;
    const words = [
      entry.words,
      searchWords[language][place],
      entry.anchor === undefined && inNavigation,
    ];
    const all = words.filter(Boolean).join(' ');
    return all === '' ? entry : { ...entry, words: all };
  });
}
