import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { idsIn, idsLike, withIds } from '../../src/app/ui/kept-in-tab.ts';
import { jsonWords, pretty } from '../../src/docs/sender/json-words.ts';
import {
  curlOf,
  type Filled,
  prepareRequest,
  wrongField,
} from '../../src/docs/sender/prepare-request.ts';

const origin = 'https://api.customer.example';
const base = '/api/public/v1';
const key = 'svck_live_ab12_cd34';
const nasty = fc.string({
  unit: fc.constantFrom(...'\'"`$(){};\\ /a!&|?#%.:@\n€😀'),
  maxLength: 20,
});

function filled(input: Partial<Filled> = {}): Filled {
  const nothing = { path: {}, query: {}, body: null, idempotencyKey: null };
  return { method: 'GET', template: `${base}/me`, key, ...nothing, ...input };
}

describe('a request that a page sends', () => {
  test('goes to the path of the operation on its own origin, whatever the reader enters', () => {
    fc.assert(
      fc.property(nasty, nasty, (id, value) => {
        const template = `${base}/trainings/{training_id}/evaluation`;
        const input = filled({ template, path: { training_id: id }, query: { since: value } });
        if (wrongField(input)) return;
        const url = new URL(prepareRequest(input).path, origin);
        expect(url.origin).toBe(origin);
        const [, , , , noun, sent = '', part, ...more] = url.pathname.split('/');
        expect([noun, decodeURIComponent(sent), part, more]).toEqual([
          'trainings',
          id.trim(),
          'evaluation',
          [],
        ]);
        expect(url.searchParams.get('since')).toBe(value.trim() || null);
      }),
    );
  });

  test('has the key, and only those other headers that the operation takes', () => {
    const { headers } = prepareRequest(filled({ key: ` ${key}\n` }));
    expect(headers).toEqual([['Authorization', `Bearer ${key}`]]);
    const posted = prepareRequest(filled({ method: 'POST', body: '{}', idempotencyKey: 'k' }));
    expect(posted.headers.map(([name]) => name)).toEqual([
      'Authorization',
      'Idempotency-Key',
      'Content-Type',
    ]);
  });

  test.each<[Partial<Filled>, string, string]>([
    [{ key: ' ' }, 'key', 'noKey'],
    [{ key: 'whsec_abc' }, 'key', 'noApiKey'],
    [{ key: `${key} ${key}` }, 'key', 'noApiKey'],
    [{ path: { case_id: '' } }, 'path.case_id', 'noId'],
    [{ path: { case_id: '..' } }, 'path.case_id', 'dots'],
    [{ idempotencyKey: '' }, 'idempotencyKey', 'noHeader'],
    [{ idempotencyKey: 'ü' }, 'idempotencyKey', 'noHeader'],
    [{ body: '{' }, 'body', 'noJson'],
  ])('%j is not sent', (input, field, fault) => {
    expect(wrongField(filled(input))).toMatchObject({ field, fault });
  });

  test('is sent if only the server can say what is wrong with it', () => {
    const input = { query: { limit: 'many' }, body: '{"surprise":1}', path: { case_id: 'x' } };
    expect(wrongField(filled(input))).toBeUndefined();
  });
});

describe('the same request with curl', () => {
  /** The words that curl would get from a shell for this line. */
  function wordsOf(line: string): string[] {
    const script = `KEY=secret; curl() { printf '%s\\0' "$@"; }\n${line}`;
    return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
  }

  test('is complete, with a placeholder in place of the key', () => {
    const input = filled({
      method: 'POST',
      template: `${base}/cases`,
      body: `{"title":"it's"}`,
      idempotencyKey: 'k-1',
    });
    expect(curlOf(input, origin)).not.toContain(key);
    expect(wordsOf(curlOf(input, origin))).toEqual([
      '-X',
      'POST',
      `${origin}${base}/cases`,
      '-H',
      'Authorization: Bearer secret',
      '-H',
      'Idempotency-Key: k-1',
      '-H',
      'Content-Type: application/json',
      '--data-raw',
      `{"title":"it's"}`,
    ]);
  });

  test('makes a shell run no part of what the reader has entered', () => {
    fc.assert(
      fc.property(nasty, nasty, (id, body) => {
        const template = `${base}/cases/{case_id}`;
        const input = filled({ method: 'PATCH', template, path: { case_id: id }, body });
        const words = wordsOf(curlOf(input, origin));
        expect(words[2]).toBe(origin + prepareRequest(input).path);
        expect(words.at(-1)).toBe(body);
        expect(words).toHaveLength(9);
      }),
      { numRuns: 30 },
    );
  });
});

describe('an answer', () => {
  test('keeps its text when it is coloured', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), nasty), (text) => {
        const words = jsonWords(text);
        expect(words.map((word) => word.text).join('')).toBe(text);
      }),
    );
  });

  test('distinguishes names, texts, numbers and words', () => {
    const looks = jsonWords('{"a": "b: \\" 1", "n": -1.5e3, "x": [true, null]}')
      .filter(({ look }) => look)
      .map(({ text, look }) => `${look} ${text}`);
    expect(looks).toEqual([
      'attr "a"',
      'string "b: \\" 1"',
      'attr "n"',
      'number -1.5e3',
      'attr "x"',
      'literal true',
      'literal null',
    ]);
  });

  test('is indented if it is JSON, and otherwise stays as it is', () => {
    expect(pretty('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(pretty('<html>')).toBe('<html>');
  });

  test('gives ids for paths of other operations, the newest first', () => {
    const [one, two] = ['mem_01jb2h5n7pr8s4t6v9w1x3y5za', 'trn_01jd4x6k8mq2v5w9y3z7b1c4df'];
    const ids = idsIn(JSON.stringify({ data: [{ id: one, t: two }, { id: one }], c: 'mem_x' }));
    expect(ids).toEqual([one, two]);
    expect(idsLike('mem_…', ids)).toEqual([one]);
    expect(withIds(['a', one], [two, one])).toEqual([two, one, 'a']);
    const many = Array.from({ length: 500 }, (_, n) => `x${n}`);
    expect(withIds(many, [])).toHaveLength(200);
  });
});
