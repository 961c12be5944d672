import { docText } from '../shared/schema/doc-text.ts';

/** The groups of the contract, in its order: their names in other languages, and what they are about. */
const groups = {
  Account: {
    de: 'Konto',
    description: docText({ en: 'The key in use.', de: 'Der benutzte Schlüssel.' }),
  },
  Members: {
    de: 'Mitglieder',
    description: docText({
      en: 'The people of the team: list, invite, change roles, remove.',
      de: 'Die Mitglieder des Teams: auflisten, einladen, Rollen ändern, entfernen.',
    }),
  },
  'Trainings and evaluations': {
    de: 'Trainings und Bewertungen',
    description: docText({
      en: 'Training sessions without their transcripts, and how they were scored.',
      de: 'Trainings ohne den Wortlaut der Gespräche, und wie sie bewertet wurden.',
    }),
  },
  Assignments: {
    de: 'Aufgaben',
    description: docText({
      en: 'Trainings that members are to do.',
      de: 'Übungen, die Mitglieder machen sollen.',
    }),
  },
  Cases: {
    de: 'Fälle',
    description: docText({
      en: 'Cases that the team shares.',
      de: 'Fälle, die das Team teilt.',
    }),
  },
  'Catalog and analytics': {
    de: 'Katalog und Auswertung',
    description: docText({
      en: 'What the team may train with, and its results as a whole.',
      de: 'Womit das Team trainieren kann, und seine Ergebnisse als Ganzes.',
    }),
  },
  CRM: {
    de: 'CRM',
    description: docText({
      en: 'Synchronized deals and objections, read-only.',
      de: 'Abgeglichene Deals und Einwände, nur zum Lesen.',
    }),
  },
  'Event feed': {
    de: 'Ereignis-Feed',
    description: docText({
      en: 'The events of the team in one order, to be read at your own pace.',
      de: 'Die Ereignisse des Teams in einer Reihenfolge, zum Lesen im eigenen Takt.',
    }),
  },
  Webhooks: {
    de: 'Webhooks',
    description: docText({
      en: 'Endpoints for signed events: register and test them, list their deliveries, retry one.',
      de: 'Endpunkte für signierte Ereignisse: anlegen und testen, Zustellungen auflisten, eine wiederholen.',
    }),
  },
};

/** The group of an operation. */
export type Tag = keyof typeof groups;

export const tags = Object.entries(groups).map(([en, { de, description }]) => ({
  name: docText({ en, de }),
  description,
}));
