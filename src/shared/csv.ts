import type { Language } from './language.ts';

/**
 * A program for tables would take such a cell for a formula, or break the line in it. One that splits
 * the file at another separator drops quotes before the sign.
 */
const dangerous = /^(?:[\t\r\n]|"*[=+\-@＝＋－＠])/u;

/**
 * German programs for tables expect semicolons, and UTF-8 only after its mark. A program of the other
 * language ends a cell at its own separator and at line breaks: `inner` is where a formula would begin.
 */
const forms = {
  de: { mark: '\uFEFF', separator: ';', inner: /[,\r\n]"*(?=[=+\-@＝＋－＠])/gu },
  en: { mark: '', separator: ',', inner: /[;\r\n]"*(?=[=+\-@＝＋－＠])/gu },
} as const satisfies Record<Language, { mark: string; separator: string; inner: RegExp }>;

/** The first bytes of a file, and its head. */
export function csvHead(titles: string[], language: Language): string {
  return forms[language].mark + csvLine(titles, language);
}

/** One line (RFC 4180). Every cell is in quotes, so that no text of a cell can end it. */
export function csvLine(cells: unknown[], language: Language): string {
  return `${cells.map((cell) => cellOf(cell, language)).join(forms[language].separator)}\r\n`;
}

function cellOf(value: unknown, language: Language): string {
  const text = textOf(value).replace(
    forms[language].inner,
    (found) => `${found.slice(0, 1)}'${found.slice(1)}`,
  );
  const defused = dangerous.test(text) ? `'${text}` : text;
  return `"${defused.replaceAll('"', '""')}"`;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
