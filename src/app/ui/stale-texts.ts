import { defineTexts } from '../text/define-texts.ts';

export const staleTexts = defineTexts(
  {
    title: 'Inzwischen hat jemand etwas geändert',
    lead: 'Seit Sie diese Seite geöffnet haben, wurde Folgendes gespeichert. Ihre Eingaben sind noch nicht gespeichert.',
    keep: 'Gespeichertes behalten',
    overwrite: 'Mit meinen Eingaben überschreiben',
    now: 'Jetzt gespeichert',
    mine: 'Ihre Eingabe',
    untouched: 'von Ihnen nicht geändert',
    empty: 'leer',
    yes: 'ja',
    no: 'nein',
    unknown: 'Von wem und wann, ist nicht bekannt.',
    by: {
      user: () => 'Ein Mitglied',
      key: (prefix: string) => `API-Schlüssel ${prefix}…`,
      service: () => 'Der Dienst',
      system: () => 'Das System',
      operator: () => 'Der Betreiber',
    },
  },
  {
    title: 'Somebody has changed something since',
    lead: 'Since you opened this page, the following was saved. Your entries are not saved yet.',
    keep: 'Keep what is saved',
    overwrite: 'Overwrite with my entries',
    now: 'Saved now',
    mine: 'Your entry',
    untouched: 'not changed by you',
    empty: 'empty',
    yes: 'yes',
    no: 'no',
    unknown: 'By whom and when is not known.',
    by: {
      user: () => 'A member',
      key: (prefix: string) => `API key ${prefix}…`,
      service: () => 'The service',
      system: () => 'The system',
      operator: () => 'The operator',
    },
  },
);
