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
    nothingKnown: 'Ungewiss, ob sich etwas geändert hat.',
    undonePartly: (some: string, all: string) => `${some} von ${all} rückgängig gemacht`,
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
    nothingKnown: 'It is unclear whether anything has changed.',
    undonePartly: (some: string, all: string) => `${some} of ${all} undone`,
    failed: (count: string, why: string) => `${count} failed: ${why}`,
  },
);
