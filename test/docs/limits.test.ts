import { expect, test } from 'vitest';
import { limitsPage } from '../../scripts/limits.ts';
import { documentNamed } from './harness/documents.ts';

test('docs/limits.md says what the code says: otherwise `node scripts/limits.ts > docs/limits.md`', () => {
  expect(documentNamed('docs/limits.md')).toBe(limitsPage);
});
