import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineTexts } from '../../app/text/define-texts.ts';
import { DOCUMENT_LANGUAGE, type Language } from '../../shared/language/language.ts';

/**
 * The changelog. Below each English text for customers stands its translation (`> de: …`). What stands below
 * `**Operators**` is in English alone, and not for customers.
 */
export const CHANGELOG_FILE = 'CHANGELOG.md';

const root = path.resolve(import.meta.dirname, '../../..');

/** How a day is written, and the texts that stand in many entries. */
const texts = defineTexts(
  {
    day: (day: string) => `Am ${day}`,
    '**API**': '**API**',
    '**App**': '**App**',
    '## Not released yet': '## Noch nicht veröffentlicht',
    'Not released yet.': 'Noch nicht veröffentlicht.',
  },
  {
    day: (day: string) => day,
    '**API**': '**API**',
    '**App**': '**App**',
    '## Not released yet': '## Not released yet',
    'Not released yet.': 'Not released yet.',
  },
);

/** A line that is the same in every language: an empty one, or the number of a version. */
const neutral = /^(|## \d+\.\d+\.\d+)$/;
const translation = /^\s*> (\w+): (.*)$/;
/** What stands before the text of a line. */
const prefix = /^(#+ |- |)/;

/** What the changelog says to customers, in one language, as Markdown. */
export function changelogIn(
  language: Language,
  text = readFileSync(path.join(root, CHANGELOG_FILE), 'utf8'),
): string {
  const lines = forCustomers(text).split('\n');
  return lines
    .flatMap((line, at) =>
      translation.test(line) ? [] : lineIn(language, line, lines.slice(at + 1)),
    )
    .join('\n');
}

/** A release without a line for customers is left out. */
function forCustomers(text: string): string {
  const parts = text.split(/^(?=## )/m);
  const kept = parts.map((part) => part.replace(/^\*\*Operators\*\*\n[\s\S]*/m, ''));
  return kept.filter((part) => !part.startsWith('## ') || /^- /m.test(part)).join('');
}

function lineIn(language: Language, line: string, below: readonly string[]): string {
  if (language === DOCUMENT_LANGUAGE || neutral.test(line)) return line;
  const { day: dated, ...repeated } = texts[language];
  const said = Object.entries(repeated).find(([english]) => english === line);
  if (said) return said[1];
  const day = readDay(line);
  if (day) {
    const style = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
    return dated(new Intl.DateTimeFormat(language, style).format(day));
  }
  const [start = ''] = prefix.exec(line) ?? [];
  for (const other of below) {
    const [, named, text] = translation.exec(other) ?? [];
    if (named === undefined) break;
    if (named === language) return start + text;
  }
  throw new Error(`${CHANGELOG_FILE} lacks the line "> ${language}: …" below: ${line}`);
}

/** Reads a day such as `22 November 2026`. Null for any other text. */
export function readDay(text: string): Date | null {
  const [, day, name = '', year] = /^(\d{1,2}) (\w+) (\d{4})$/.exec(text.trim()) ?? [];
  const month = months().indexOf(name);
  return month < 0 ? null : new Date(Date.UTC(Number(year), month, Number(day)));
}

function months(): string[] {
  const { format } = new Intl.DateTimeFormat(DOCUMENT_LANGUAGE, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format(Date.UTC(2026, month)));
}
