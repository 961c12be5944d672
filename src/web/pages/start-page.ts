import { BASE_PATH, DOCUMENT_NAME } from '../../rest/base-path.ts';
import type { Language } from '../../shared/language.ts';
import { pageOf } from './page.ts';

type Text = { lead: string; app: string; docs: string; docsName: string; document: string };

const texts: Record<Language, Text> = {
  de: {
    lead: 'Mitglieder, Trainings, Bewertungen, Aufgaben, Fälle, Katalog, Auswertungen und CRM-Daten Ihres Teams, über REST und signierte Webhooks.',
    app: 'für die Personen eines Teams: Mitglieder, Trainings, Schlüssel und Einstellungen',
    docsName: 'Dokumentation',
    docs: 'von der ersten Anfrage bis zur Referenz',
    document: 'alle Operationen für Generatoren (OpenAPI 3.1)',
  },
  en: {
    lead: 'Members, trainings, evaluations, assignments, cases, catalog, analytics and CRM data of your team, over REST and signed webhooks.',
    app: 'for the people of a team: members, trainings, keys and settings',
    docsName: 'Documentation',
    docs: 'from the first request to the reference',
    document: 'all operations for generators (OpenAPI 3.1)',
  },
};

/** The page at the root. It leads to the app, the documentation and the API. */
export function startPage(publicUrl: string, language: Language): string {
  const { lead, app, docs, docsName, document } = texts[language];
  return pageOf(
    'Team API',
    `<h1>Team API</h1>
<p class="lead">${lead}</p>
<section><h2><a href="/app/">App</a> <span class="soft">${app}</span></h2></section>
<section><h2><a href="/docs/${language}/">${docsName}</a> <span class="soft">${docs}</span></h2></section>
<section><h2><a href="${BASE_PATH}${DOCUMENT_NAME}">openapi.v1.json</a> <span class="soft">${document}</span></h2></section>
<pre tabindex="0">curl ${publicUrl}${BASE_PATH}/me \\
  -H "Authorization: Bearer svck_live_…"</pre>`,
    language,
  );
}
