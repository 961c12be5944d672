import type { InEach } from '../../../shared/language.ts';
import type { Outcome } from '../sales.ts';
import type { Done, WrongField } from '../take-form.ts';

type PageTexts = {
  title: string;
  lead: string;
  toApp: string;
  all: string;
  deal: string;
  pipeline: string;
  stage: string;
  amount: string;
  owner: string;
  nobody: string;
  outcome: string;
  outcomes: Record<Outcome, string>;
  edit: string;
  reason: string;
  reasonHint: string;
  save: string;
  notes: string;
  noNotes: string;
  note: string;
  noteHint: string;
  add: string;
  remove: string;
  removeHint: string;
  removed: string;
  isRemoved: string;
  restore: string;
  done: Record<Done, string>;
  wrong: Record<WrongField, string>;
  noPage: string;
};

const arrives = {
  de: 'Mit dem nächsten Abgleich kommt es in der Team API an. „Jetzt abgleichen“ auf der Seite CRM holt es sofort.',
  en: 'It arrives in the Team API with the next synchronization. “Synchronize now” on the page CRM brings it at once.',
};

export const pageTexts: InEach<PageTexts> = {
  de: {
    title: 'Demo-CRM',
    lead: 'Ein kleines CRM zum Ausprobieren, nur auf diesem Rechner. Verbinden Sie es in der App auf der Seite CRM. Was Sie hier ändern, kommt mit dem nächsten Abgleich an.',
    toApp: 'Zur Seite CRM der App',
    all: 'Alle Deals',
    deal: 'Deal',
    pipeline: 'Pipeline',
    stage: 'Phase',
    amount: 'Betrag',
    owner: 'Zuständig',
    nobody: 'Niemand',
    outcome: 'Status',
    outcomes: { open: 'Offen', won: 'Gewonnen', lost: 'Verloren' },
    edit: 'Bearbeiten',
    reason: 'Verlustgrund',
    reasonHint: 'Zählt nur in einer verlorenen Phase.',
    save: 'Speichern',
    notes: 'Notizen',
    noNotes: 'Noch keine Notiz.',
    note: 'Neue Notiz',
    noteHint:
      'Zum Beispiel: „Das ist uns zu teuer.“ Einwände in Notizen findet der Abgleich selbst.',
    add: 'Notiz hinzufügen',
    remove: 'Deal löschen',
    removeHint: 'Der Deal verschwindet beim nächsten Abgleich auch aus der Team API.',
    removed: 'Gelöschte Deals',
    isRemoved: 'Dieser Deal ist gelöscht. Wiederhergestellt, behält er in der Team API seine ID.',
    restore: 'Wiederherstellen',
    done: {
      saved: `Gespeichert. ${arrives.de}`,
      recorded: `Notiz hinzugefügt. ${arrives.de}`,
      deleted: `Gelöscht. ${arrives.de}`,
      restored: `Wiederhergestellt. ${arrives.de}`,
    },
    wrong: {
      amount: 'Der Betrag ist eine Zahl wie 18400, 18.400 oder 18.400,50.',
      stage: 'Diese Phase gibt es in der Pipeline nicht.',
      note: 'Eine Notiz hat 1 bis 2.000 Zeichen.',
    },
    noPage: 'Diese Seite gibt es im Demo-CRM nicht.',
  },
  en: {
    title: 'Demo CRM',
    lead: 'A small CRM to try things with, on this machine alone. Connect it on the page CRM of the app. What you change here arrives with the next synchronization.',
    toApp: 'To the page CRM of the app',
    all: 'All deals',
    deal: 'Deal',
    pipeline: 'Pipeline',
    stage: 'Stage',
    amount: 'Amount',
    owner: 'Owner',
    nobody: 'Nobody',
    outcome: 'Status',
    outcomes: { open: 'Open', won: 'Won', lost: 'Lost' },
    edit: 'Edit',
    reason: 'Lost reason',
    reasonHint: 'Counts only in a stage that is lost.',
    save: 'Save',
    notes: 'Notes',
    noNotes: 'No note yet.',
    note: 'New note',
    noteHint:
      'For example: “That is too expensive for us.” The synchronization finds objections in notes by itself.',
    add: 'Add note',
    remove: 'Delete deal',
    removeHint: 'With the next synchronization the deal leaves the Team API too.',
    removed: 'Deleted deals',
    isRemoved: 'This deal is deleted. If you restore it, it keeps its id in the Team API.',
    restore: 'Restore',
    done: {
      saved: `Saved. ${arrives.en}`,
      recorded: `Note added. ${arrives.en}`,
      deleted: `Deleted. ${arrives.en}`,
      restored: `Restored. ${arrives.en}`,
    },
    wrong: {
      amount: 'The amount is a number such as 18400, 18,400 or 18,400.50.',
      stage: 'The pipeline has no such stage.',
      note: 'A note has 1 to 2,000 characters.',
    },
    noPage: 'The demo CRM has no such page.',
  },
};
