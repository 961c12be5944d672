import { expect, test } from 'vitest';
import type { Command } from '../../src/app/shell/commands.ts';
import { matching, partsOf } from '../../src/app/shell/matching.ts';

const command = (label: string): Command => ({
  id: label,
  label,
  group: '',
  icon: 'home',
  words: '',
  run: () => undefined,
});
const labels = (of: readonly Command[]) => of.map(({ label }) => label);

test('a word of a label counts from its beginning, after a hyphen too', () => {
  const all = ['Abschlussgespräch', 'API-Schlüssel', 'Schlüssel für diesen Tab'].map(command);
  const { near, far } = matching(all, 'schl');
  expect(labels(near)).toEqual(['Schlüssel für diesen Tab', 'API-Schlüssel']);
  expect(labels(far)).toEqual(['Abschlussgespräch']);
  expect(labels(matching([command('E-Mail')], 'e-mail').near)).toEqual(['E-Mail']);
});

test('a word with one slip is found, behind what has the word itself', () => {
  const all = ['Sabine Lorenz', 'Closing meeting', 'Sandra Beck'].map(command);
  for (const typed of ['sabien', 'sabne', 'sabinne', 'sabina']) {
    expect([typed, labels(matching(all, typed).far)]).toEqual([typed, ['Sabine Lorenz']]);
  }
  for (const typed of ['sbn', 'subien', 'sabien closing']) {
    expect([typed, labels(matching(all, typed).far)]).toEqual([typed, []]);
  }
});

test('the server is asked for both ends of longer words, because a slip leaves one of them right', () => {
  expect(partsOf('Lena Hatmann an')).toEqual({ beginnings: 'Len Hat an', ends: 'ena ann an' });
});
