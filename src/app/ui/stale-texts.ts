import { defineTexts } from '../text/define-texts.ts';

export const staleTexts = defineTexts(
  {
    title: 'Inzwischen hat jemand etwas geändert',
    lead: 'Seit Sie diese Seite geöffnet haben, wurde Folgendes gespeichert:',
    reload: 'Neuen Stand zeigen',
    overwrite: 'Meine Eingaben speichern',
    unknown: 'Von wem und wann, ist nicht bekannt.',
    by: { user: 'Mitglied', key: 'API-Schlüssel', service: 'Dienst', system: 'System' },
  },
  {
    title: 'Somebody has changed something since',
    lead: 'Since you opened this page, the following was saved:',
    reload: 'Show the new state',
    overwrite: 'Save my entries',
    unknown: 'By whom and when is not known.',
    by: { user: 'Member', key: 'API key', service: 'Service', system: 'System' },
  },
);
