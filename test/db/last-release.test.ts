import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import last from './harness/last-release/release.json' with { type: 'json' };

test('the last release, beside which this one runs, is the newest commit "Release …" before this one', () => {
  const git = ['-c', 'safe.directory=*', 'log', '--format=%H %s', '--skip=1'];
  const log = execFileSync('git', git, { encoding: 'utf8', maxBuffer: 2 ** 26 });
  const [, commit, release] = /^(\w+) Release (\d+\.\d+\.\d+)$/m.exec(log) ?? [];
  // Write both into release.json, and empty `unneeded` in beside.test.ts.
  expect(last).toEqual({ release, commit });
});
