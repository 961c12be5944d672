import { expect } from 'vitest';
import type { Block } from './documents.ts';

/** Compares the answer in a document with the real one: the fields, not their values. */
export function expectLike({ language, code }: Block, answer: string): void {
  if (language === 'json') {
    expect(shapeOf(JSON.parse(answer)), code).toEqual(shapeOf(JSON.parse(code)));
  }
  if (language === 'http') {
    const [status = '', ...lines] = (code.split('\n\n', 1)[0] ?? '').split('\n');
    expect(answer).toContain(status);
    for (const line of lines.filter((own) => own !== '')) {
      expect(answer).toContain(`\n${line.split(':', 1)[0]}: `);
    }
  }
}

/** The names of all fields. Of a list, those of its first entry. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return shapeOf(value[0]);
  if (value === null || typeof value !== 'object') return 'value';
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]));
}
