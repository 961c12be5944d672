import pg from 'pg';
import { expect, test } from 'vitest';

test('each statement is checked once, however many files the process has run', async () => {
  const { query, emit } = pg.Pool.prototype;
  // Vitest does the same before each file. The query makes Node run the module again.
  const again = `../harness/statements/watch-statements.ts?${Date.now()}`;
  await import(again);
  expect(pg.Pool.prototype.query).toBe(query);
  expect(pg.Pool.prototype.emit).toBe(emit);
});
