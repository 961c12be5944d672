import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { curlCommand } from '../../src/shared/web/curl-command.ts';

const url = 'https://api.customer.example/api/public/v1/me';
const headers = { Authorization: 'Bearer svck_live_…' };

/** The words that a shell would pass to curl for the line. */
function wordsOf(line: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${line}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

test('the line of curl contains the method, the headers, the body and the address', () => {
  const read = ['-H', 'Authorization: Bearer svck_live_…', url];
  expect(wordsOf(curlCommand({ url, headers }))).toEqual(read);
  expect(wordsOf(curlCommand({ method: 'HEAD', url, headers }))).toEqual(['-I', ...read]);
  const change = ['-X', 'PATCH', '-H', 'a: b', '--data-raw', '{}', url];
  const patch = { method: 'PATCH', url, headers: { a: 'b' }, body: '{}' };
  expect(wordsOf(curlCommand(patch))).toEqual(change);
  expect(wordsOf(curlCommand({ url: `${url}?a=[1]`, headers }))).toContain('--globoff');
});

test('a shell runs no part of the method and path that a client has sent, whatever they contain', () => {
  const nasty = fc.string({
    unit: fc.constantFrom("'", '"', '`', '$', '(', ')', ';', '\\', ' ', '/', 'a', '!', '&', '|'),
    maxLength: 30,
  });
  fc.assert(
    fc.property(nasty, nasty, (path, method) => {
      const words = wordsOf(curlCommand({ method: `M${method}`, url: url + path, headers }));
      expect(words.slice(0, 2)).toEqual(['-X', `M${method}`]);
      expect(words.at(-1)).toBe(url + path);
    }),
    { numRuns: 50 },
  );
});
