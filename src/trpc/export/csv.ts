import type { Language } from '../../shared/language/language.ts';

/**
 * A spreadsheet would read such a cell as a formula, or break the line in it. A program that splits the file
 * at another separator drops the quotes before the sign.
 */
const dangerous = /^(?:[\t\r\n]|"*[=+\-@＝＋－＠])/u;

/**
 * German spreadsheets expect semicolons, and read UTF-8 only after a byte order mark. A program of the other
 * language ends a cell at its own separator and at line breaks. A formula would begin after `inner`.
 */
const forms = {
  de: { bom: '\uFEFF', separator: ';', inner: /[,\r\n]"*(?=[=+\-@＝＋－＠])/gu },
  en: { bom: '', separator: ',', inner: /[;\r\n]"*(?=[=+\-@＝＋－＠])/gu },
} as const satisfies Record<Language, { bom: string; separator: string; inner: RegExp }>;

/** The first bytes of a file, and its line of titles. */
export function csvHead(titles: string[], language: Language): string {
  return forms[language].bom + csvLine(titles, language);
}

/** One line (RFC 4180). Every cell is in quotes, so that no text in a cell can end the cell. */
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
