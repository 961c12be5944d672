import { defineTexts } from '../../text/define-texts.ts';

export const selectTexts = defineTexts(
  {
    select: 'Auswählen',
    done: 'Fertig',
    all: 'Alle gezeigten auswählen',
    row: (name: string) => `Auswählen: ${name}`,
    bar: 'Ausgewählte Einträge',
    selected: (count: string) => `${count} ausgewählt`,
    clear: 'Auswahl aufheben (Esc)',
    of: (verb: string, some: string, all: string) => `${verb}: ${some} von ${all}`,
    nothingDone: 'Nichts geändert.',
    failed: (count: string, why: string) => `${count} fehlgeschlagen: ${why}`,
  },
  {
    select: 'Select',
    done: 'Done',
    all: 'Select all shown',
    row: (name: string) => `Select ${name}`,
    bar: 'Selected entries',
    selected: (count: string) => `${count} selected`,
    clear: 'Clear the selection (Esc)',
    of: (verb: string, some: string, all: string) => `${verb} ${some} of ${all}`,
    nothingDone: 'Nothing has changed.',
    failed: (count: string, why: string) => `${count} failed: ${why}`,
  },
);
