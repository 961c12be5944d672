import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvHead, csvLine } from '../../src/trpc/export/csv.ts';

/** Reads a file as RFC 4180 says, with the separator of the language. */
function parse(text: string, separator: string): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  for (let index = 0; index < text.length; ) {
    expect(text[index]).toBe('"');
    let cell = '';
    for (index += 1; text[index] !== '"' || text[index + 1] === '"'; index += 1) {
      if (text[index] === '"') index += 1;
      cell += text[index];
    }
    cells.push(cell);
    index += 1;
    if (text[index] === separator) index += 1;
    else {
      expect(text.slice(index, index + 2)).toBe('\r\n');
      index += 2;
      lines.push(cells);
      cells = [];
    }
  }
  return lines;
}

const cell = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(';', ',', '"', '\r\n', '=1+1', '+49', '-1', '@x', '\t=1', '＝1', "'", 'é', '😀'),
  fc.stringMatching(/^[=+\-@\t\r\n;,"' ]{0,5}$/),
);
const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 5 });

test.each([
  ['de', ';', '\uFEFF'],
  ['en', ',', ''],
] as const)(
  '%s: a reader of CSV gets any text back, and no cell is a formula',
  (language, separator, bom) => {
    fc.assert(
      fc.property(table, (rows) => {
        const head = csvHead(['a', 'b', 'c'], language);
        expect(head.startsWith(bom)).toBe(true);
        const text = head.slice(bom.length) + rows.map((row) => csvLine(row, language)).join('');
        const [titles, ...read] = parse(text, separator);
        expect(titles).toEqual(['a', 'b', 'c']);
        expect(read).toHaveLength(rows.length);
        for (const [n, row] of rows.entries()) {
          for (const [m, input] of row.entries()) {
            const got = read[n]?.[m] ?? '';
            expect(got).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/u);
            const bare = (value: string) => value.replaceAll("'", '');
            expect(bare(got)).toBe(bare(input));
            const inner = separator === ';' ? ',' : ';';
            const form = `^[\\t\\r\\n]|(?:^|[${inner}\\r\\n])"*[=+\\-@＝＋－＠]`;
            expect(got === input).toBe(!new RegExp(form, 'u').test(input));
          }
        }
      }),
    );
  },
);

test.each([
  ['de', ','],
  ['en', ';'],
] as const)(
  '%s: a program that splits cells at "%s" finds no formula either',
  (language, other) => {
    expect(csvLine([`x${other}=1+1`, 1], language)).toContain(`x${other}'=1+1`);
    expect(csvLine(['"=1+1', other, ''], language)).toMatch(/^"'""=1/);
    fc.assert(
      fc.property(table, (rows) => {
        const text = rows.map((row) => csvLine(row, language)).join('');
        for (const cell of text.split(new RegExp(`[${other}\\r\\n]`))) {
          expect(cell).not.toMatch(/^"*[=+\-@＝＋－＠]/u);
        }
      }),
    );
  },
);

test('a missing value is empty, and a value that is not a text is JSON', () => {
  expect(csvLine([null, undefined, 0, false, { a: 1 }], 'en')).toBe(
    '"","","0","false","{""a"":1}"\r\n',
  );
});
