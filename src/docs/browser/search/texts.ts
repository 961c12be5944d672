import { defineTexts } from '../../../app/text/define-texts.ts';

export const searchTexts = defineTexts(
  {
    name: 'Dokumentation durchsuchen',
    placeholder: 'Wort, Pfad, Feld, Fehlercode …',
    results: 'Treffer',
    nothing: (requested: string) =>
      `Nichts gefunden zu „${requested}“. Suchen Sie nach einem einzelnen Wort, einem Pfad, einem Feld oder einem Fehlercode.`,
    failed: 'Die Suche konnte nicht geladen werden. Bitte laden Sie die Seite neu.',
    keys: 'Pfeiltasten wählen, Eingabe öffnet, Esc schließt',
    close: 'Schließen',
  },
  {
    name: 'Search the documentation',
    placeholder: 'Word, path, field, error code …',
    results: 'Results',
    nothing: (requested: string) =>
      `Nothing found for "${requested}". Search for a single word, a path, a field or an error code.`,
    failed: 'The search could not be loaded. Please load the page again.',
    keys: 'Arrow keys choose, Enter opens, Esc closes',
    close: 'Close',
  },
);
