import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { curlOf } from '../../src/app/pages/request-log/curl.ts';

const origin = 'https://api.customer.example';
const base = `${origin}/api/public/v1`;

/** What a shell makes of the line: the words that curl would get. */
function wordsOf(line: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${line}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

test('a request of the log as curl has the method, a place for the key, and the address', () => {
  const [first, second, ...others] = wordsOf(curlOf({ method: 'GET', path: '/me' }, origin));
  expect([first, second, ...others]).toEqual([
    '-H',
    'Authorization: Bearer svck_live_…',
    `${base}/me`,
  ]);
  expect(wordsOf(curlOf({ method: 'DELETE', path: '/cases/1' }, origin))).toContain('DELETE');
  expect(wordsOf(curlOf({ method: 'POST', path: '/users' }, origin))).toContain('{}');
});

test('whatever a client has sent as its path, a shell runs nothing of it', () => {
  const nasty = fc.string({
    unit: fc.constantFrom("'", '"', '`', '$', '(', ')', ';', '\\', ' ', '/', 'a', '!', '&', '|'),
    maxLength: 30,
  });
  fc.assert(
    fc.property(nasty, (path) => {
      expect(wordsOf(curlOf({ method: 'GET', path }, origin)).at(-1)).toBe(`${base}${path}`);
    }),
    { numRuns: 50 },
  );
});
