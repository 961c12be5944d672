import type { Language } from '../../shared/language/language.ts';

const arrives = [
  'Mit dem nächsten Abgleich kommt es in der Team API an. „Jetzt abgleichen“ auf der Seite CRM holt es sofort.',
  'It arrives in the Team API with the next synchronization. “Synchronize now” on the page CRM brings it at once.',
] as const;

/** In German and in English. */
const texts = {
  title: ['Demo-CRM', 'Demo CRM'],
  lead: [
    'Ein kleines CRM zum Ausprobieren, nur auf diesem Rechner. Verbinden Sie es in der App auf der Seite CRM. Was Sie hier ändern, kommt mit dem nächsten Abgleich an.',
    'A small CRM to try things with, on this machine alone. Connect it on the page CRM of the app. What you change here arrives with the next synchronization.',
  ],
  toApp: ['Zur Seite CRM der App', 'To the page CRM of the app'],
  all: ['Alle Deals', 'All deals'],
  deal: ['Deal', 'Deal'],
  pipeline: ['Pipeline', 'Pipeline'],
  stage: ['Phase', 'Stage'],
  amount: ['Betrag', 'Amount'],
  owner: ['Zuständig', 'Owner'],
  nobody: ['Niemand', 'Nobody'],
  outcome: ['Status', 'Outcome'],
  open: ['Offen', 'Open'],
  won: ['Gewonnen', 'Won'],
  lost: ['Verloren', 'Lost'],
  edit: ['Bearbeiten', 'Edit'],
  reason: ['Verlustgrund', 'Lost reason'],
  reasonHint: ['Zählt nur in einer verlorenen Phase.', 'Counts only in a stage that is lost.'],
  save: ['Speichern', 'Save'],
  notes: ['Notizen', 'Notes'],
  noNotes: ['Noch keine Notiz.', 'No note yet.'],
  note: ['Neue Notiz', 'New note'],
  noteHint: [
    'Zum Beispiel: „Das ist uns zu teuer.“ Einwände in Notizen findet der Abgleich selbst.',
    'For example: “That is too expensive for us.” The synchronization finds objections in notes by itself.',
  ],
  add: ['Notiz hinzufügen', 'Add note'],
  remove: ['Deal löschen', 'Delete deal'],
  removeHint: [
    'Der Deal verschwindet beim nächsten Abgleich auch aus der Team API.',
    'With the next synchronization the deal leaves the Team API too.',
  ],
  removed: ['Gelöschte Deals', 'Deleted deals'],
  isRemoved: [
    'Dieser Deal ist gelöscht. Wiederhergestellt, behält er in der Team API seine ID.',
    'This deal is deleted. If you restore it, it keeps its id in the Team API.',
  ],
  restore: ['Wiederherstellen', 'Restore'],
  saved: [`Gespeichert. ${arrives[0]}`, `Saved. ${arrives[1]}`],
  recorded: [`Notiz hinzugefügt. ${arrives[0]}`, `Note added. ${arrives[1]}`],
  deleted: [`Gelöscht. ${arrives[0]}`, `Deleted. ${arrives[1]}`],
  restored: [`Wiederhergestellt. ${arrives[0]}`, `Restored. ${arrives[1]}`],
  wrongAmount: [
    'Der Betrag ist eine Zahl wie 18400, 18.400 oder 18.400,50.',
    'The amount is a number such as 18400, 18,400 or 18,400.50.',
  ],
  wrongStage: ['Diese Phase gibt es in der Pipeline nicht.', 'The pipeline has no such stage.'],
  wrongNote: ['Eine Notiz hat 1 bis 2.000 Zeichen.', 'A note has 1 to 2,000 characters.'],
  noPage: ['Diese Seite gibt es im Demo-CRM nicht.', 'The demo CRM has no such page.'],
} as const satisfies Record<string, readonly [german: string, english: string]>;

export type Texts = Record<keyof typeof texts, string>;

const inColumn = (column: 0 | 1) =>
  Object.fromEntries(Object.entries(texts).map(([name, each]) => [name, each[column]])) as Texts;

export const pageTexts: Record<Language, Texts> = { de: inColumn(0), en: inColumn(1) };
