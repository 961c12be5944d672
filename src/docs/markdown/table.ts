import type { Token, Tokens } from 'marked';
import { escapeHtml } from '../../shared/escape-html.ts';
import { plainText } from './plain-text.ts';

/**
 * On a narrow screen the style sheet makes a list of a table with three or more columns: each value follows the name of
 * its column. Browsers would then forget that it is a table, so the roles are set explicitly.
 */
export function tableHtml(
  { header, rows }: Tokens.Table,
  inline: (tokens: Token[]) => string,
): string {
  const hasMany = header.length > 2;
  const role = (name: string) => (hasMany ? ` role="${name}"` : '');
  const heads = header.map(({ tokens }) =>
    // An empty heading becomes no heading.
    tokens.length > 0
      ? `<th${role('columnheader')}>${inline(tokens)}</th>`
      : `<td${role('cell')}></td>`,
  );
  const cell = ({ tokens }: Tokens.TableCell, index: number) => {
    const name = plainText(header[index]?.tokens ?? []);
    const label = hasMany && index > 0 && name !== '' ? ` data-column="${escapeHtml(name)}"` : '';
    return `<td${role('cell')}${label}>${inline(tokens)}</td>`;
  };
  const row = (cells: string[]) => `<tr${role('row')}>${cells.join('')}</tr>`;
  const body = rows.map((each) => row(each.map(cell))).join('\n');
  const part = (name: string, inner: string) => `<${name}${role('rowgroup')}>${inner}</${name}>`;
  const table = `${part('thead', row(heads))}${part('tbody', `\n${body}\n`)}`;
  const frame = hasMany ? 'table-frame many' : 'table-frame';
  return `<div class="${frame}" tabindex="0"><table${role('table')}>${table}</table></div>\n`;
}
