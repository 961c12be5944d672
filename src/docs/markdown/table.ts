import type { Token, Tokens } from 'marked';
import { escaped } from './escaped.ts';
import { plainText } from './plain-text.ts';

/**
 * On a narrow screen a table of three or more columns becomes a list: each value comes after the
 * name of its column. Browsers then forget that it is a table, unless the HTML says so.
 */
export function tableHtml(
  { header, rows }: Tokens.Table,
  inline: (tokens: Token[]) => string,
): string {
  const hasMany = header.length > 2;
  const role = (name: string) => (hasMany ? ` role="${name}"` : '');
  const heads = header.map(({ tokens }) =>
    // A heading without words is left out.
    tokens.length > 0
      ? `<th${role('columnheader')}>${inline(tokens)}</th>`
      : `<td${role('cell')}></td>`,
  );
  const cell = ({ tokens }: Tokens.TableCell, at: number) => {
    const name = plainText(header[at]?.tokens ?? []);
    const label = hasMany && at > 0 && name !== '' ? ` data-column="${escaped(name)}"` : '';
    return `<td${role('cell')}${label}>${inline(tokens)}</td>`;
  };
  const row = (cells: string[]) => `<tr${role('row')}>${cells.join('')}</tr>`;
  const body = rows.map((each) => row(each.map(cell))).join('\n');
  const part = (name: string, inner: string) => `<${name}${role('rowgroup')}>${inner}</${name}>`;
  const table = `${part('thead', row(heads))}${part('tbody', `\n${body}\n`)}`;
  const frame = hasMany ? 'table-frame many' : 'table-frame';
  return `<div class="${frame}" tabindex="0"><table${role('table')}>${table}</table></div>\n`;
}
