import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withVersion } from '../../scripts/release.ts';

// It refuses before it writes anything, so it may run here.
test.each([
  ['1.0', 'Name the version: '],
  ['0.0.1', '0.0.1 is lower than '],
  ['99.0.0', 'CHANGELOG.md begins with "## '],
  ['99.0.0 --sdk', '--sdk is not known'],
  ['--sdk 0.0.1', '--sdk takes a version from '],
])('no release is made of %s: %s', (line, reason) => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['scripts/release.ts', ...line.split(' ')],
    { encoding: 'utf8' },
  );
  expect(stderr).toContain(reason);
  expect(status).toBe(1);
});

test('the version of the project is written, and no other', () => {
  for (const file of ['package.json', 'package-lock.json']) {
    const text = readFileSync(file, 'utf8');
    const after = JSON.parse(withVersion(text, '99.0.0'));
    const expected = { ...JSON.parse(text), version: '99.0.0' };
    if (file === 'package-lock.json') expected.packages[''].version = '99.0.0';
    expect(after).toEqual(expected);
  }
});
