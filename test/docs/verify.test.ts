import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inSentOrder } from '../../src/docs/verify/event-fields.ts';
import { LIFETIME_S, type Verdict, verify } from '../../src/docs/verify/verify.ts';
import { events } from '../../src/features/webhooks/events.schema.ts';
import { SIGNATURE_LIFETIME_S, signatureHeader } from '../../src/features/webhooks/signature.ts';
import { newSecret } from '../../src/features/webhooks/signing-secret.ts';
import { ages, bytes, kindAt, now, type Sent, sent, types } from './harness/sent-requests.ts';

function judged(input: { secret: string; header: string; body: string | Uint8Array }, at = now) {
  const body = typeof input.body === 'string' ? bytes(input.body) : input.body;
  return verify({ ...input, body, now: at });
}

const always = (rule: (drawn: Sent) => void) => fc.assert(fc.property(sent, rule));

test('a signature is valid for as long as the server says', () => {
  expect(LIFETIME_S).toBe(SIGNATURE_LIFETIME_S);
});

test('a request as it was sent is genuine for five minutes, and then is too old, by that many seconds', () =>
  fc.assert(
    fc.property(sent, ages, (drawn, age) => {
      expect(judged(drawn, now + age)).toEqual({ kind: kindAt(age), age });
    }),
  ));

describe('a body that a program has parsed and written again is recognized, with what was done to it', () => {
  const ascii = (letters: string) =>
    letters.replace(
      /[^\0-\x7F]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  const sorted = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, part]) => [name, sorted(part)]),
        )
      : value;
  const spaced = (value: unknown): string =>
    typeof value === 'object' && value !== null
      ? `{${Object.entries(value)
          .map(([name, part]) => `${JSON.stringify(name)}: ${spaced(part)}`)
          .join(', ')}}`
      : JSON.stringify(value);
  const ways: [way: string, write: (value: unknown) => string, faults: string[]][] = [
    ['two blanks', (value) => JSON.stringify(value, null, 2), ['indented']],
    ['four blanks', (value) => JSON.stringify(value, null, 4), ['indented']],
    ['tabs', (value) => JSON.stringify(value, null, '\t'), ['indented']],
    ['CRLF', (value) => JSON.stringify(value, null, 2).replaceAll('\n', '\r\n'), ['indented']],
    ['a line end', (value) => `${JSON.stringify(value)}\n`, ['line_end']],
    ['CRLF at its end', (value) => `${JSON.stringify(value)}\r\n`, ['line_end']],
    ['blanks around', (value) => ` ${JSON.stringify(value)} `, ['blanks_around']],
    ['a BOM', (value) => `\uFEFF${JSON.stringify(value)}`, ['bom']],
    ['as json.dumps of Python', (value) => ascii(spaced(value)), ['spaced', 'escaped_letters']],
    [
      'as json_encode of PHP',
      (value) => ascii(JSON.stringify(value)).replaceAll('/', '\\/'),
      ['escaped_slashes', 'escaped_letters'],
    ],
    ['sorted, as Go and jq -S do', (value) => JSON.stringify(sorted(value)), ['order']],
    ['as a text in JSON', (value) => JSON.stringify(JSON.stringify(value)), ['encoded_twice']],
    [
      'sorted and indented',
      (value) => JSON.stringify(sorted(value), null, 2),
      ['indented', 'order'],
    ],
  ];

  test.each(ways)('%s', (_, write, faults) =>
    always((drawn) => {
      const body = write(drawn.event);
      if (body === drawn.body) return;
      const verdict = judged({ ...drawn, body });
      expect(verdict).toMatchObject({ kind: 'altered', secret: [], age: 0 });
      // Of the possible changes, only those that have altered this body are named.
      expect(faults).toEqual(expect.arrayContaining(faultsOf(verdict)));
    }),
  );

  test('is recognized as Go writes it, with <, > and & escaped', () =>
    always((drawn) => {
      const hex = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
      const body = drawn.body.replace(/[<>&]/g, hex);
      const altered = { kind: 'altered', secret: [], body: ['escaped_html'], age: 0 };
      const expected = body === drawn.body ? { kind: 'genuine', age: 0 } : altered;
      expect(judged({ ...drawn, body })).toEqual(expected);
    }));

  test('is recognized when read in another character set', () =>
    always((drawn) => {
      const body = new TextDecoder('windows-1252').decode(bytes(drawn.body));
      const expected = body === drawn.body ? [] : ['charset'];
      expect(faultsOf(judged({ ...drawn, body }))).toEqual(expected);
    }));

  test('is recognized when Python has printed it as bytes', () =>
    always((drawn) => {
      const escapes = new Map([
        ['\\', '\\\\'],
        ['\n', '\\n'],
        ["'", "\\'"],
      ]);
      const letters = [...bytes(drawn.body)].map((byte) => {
        const letter = String.fromCharCode(byte);
        return escapes.get(letter) ?? (byte > 126 ? `\\x${byte.toString(16)}` : letter);
      });
      const verdict = judged({ ...drawn, body: `b'${letters.join('')}'` });
      expect(faultsOf(verdict)).toEqual(['python_bytes']);
    }));

  test('is recognized with numbers in another form', () => {
    const event = { ...Object(events['evaluation.completed'].meta()?.examples?.[0]) };
    const key = newSecret();
    const body = JSON.stringify(event);
    const header = signatureHeader(key, body, now);
    const verdict = judged({ secret: key, header, body: body.replace(':62}', ':62.0}') });
    expect(faultsOf(verdict)).toEqual(['rewritten']);
  });

  function faultsOf(verdict: Verdict): string[] {
    return verdict.kind === 'altered' ? verdict.body : verdict.kind === 'genuine' ? [] : ['?'];
  }
});

describe('a secret', () => {
  const ways: [way: string, write: (secret: string) => string, faults: string[]][] = [
    ['without whsec_', (key) => key.replace('whsec_', ''), ['prefix_missing']],
    ['with a blank after it', (key) => `${key} `, ['blanks']],
    ['with a line end', (key) => `${key}\n`, ['blanks']],
    ['in quotes', (key) => `"${key}"`, ['quotes']],
    [
      'with all of it',
      (key) => ` '${key.replace('whsec_', '')}'\n`,
      ['blanks', 'quotes', 'prefix_missing'],
    ],
  ];

  test.each(ways)('with %s is recognized', (_, write, faults) =>
    always((drawn) => {
      const verdict = judged({ ...drawn, secret: write(drawn.secret) });
      expect(verdict).toEqual({ kind: 'altered', secret: faults, body: [], age: 0 });
    }),
  );

  test('is recognized together with the body if both are altered', () =>
    always((drawn) => {
      const input = { ...drawn, secret: drawn.secret.slice(6), body: `${drawn.body}\n` };
      expect(judged(input)).toEqual({
        kind: 'altered',
        secret: ['prefix_missing'],
        body: ['line_end'],
        age: 0,
      });
    }));

  test('of another endpoint does not match, and the page says that the body looks unchanged', () =>
    always((drawn) => {
      const verdict = judged({ ...drawn, secret: newSecret() });
      expect(verdict).toEqual({ kind: 'no_match', secret: 'secret', body: 'as_sent', age: 0 });
    }));

  test.each([
    ['svck_live_abc_def', 'api_key'],
    ['whe_01jc7t9v2w4x6y8z1a3b5c7d9e', 'id'],
    ['0'.repeat(64), 'signature'],
    ['secret', 'other'],
  ])('%s is recognized as something else: %s', (input, form) => {
    const header = signatureHeader(newSecret(), '{}', now);
    const verdict = judged({ secret: input, header, body: '{}' });
    expect(verdict).toEqual({ kind: 'no_match', secret: form, body: 'no_event', age: 0 });
  });
});

describe('a body', () => {
  test('with one changed letter matches nothing', () =>
    always((drawn) => {
      const body = drawn.body.replace(/evt_\w/, 'evt_9');
      const kind = body === drawn.body ? 'genuine' : 'no_match';
      expect(judged({ ...drawn, body }).kind).toBe(kind);
    }));

  test.each([
    ['{"team_id":"ten_1","endpoint_id":"whe_1"}', 'data_alone'],
    ['[]', 'no_event'],
    ['null', 'no_event'],
    ['{"id":"evt_1","type":', 'no_json'],
    ['[object Object]', 'no_json'],
  ])('%s that does not match is called: %s', (body, form) => {
    const header = signatureHeader(newSecret(), 'other', now);
    const verdict = judged({ secret: newSecret(), header, body });
    expect(verdict).toEqual({ kind: 'no_match', secret: 'secret', body: form, age: 0 });
  });

  test('of any bytes never crashes the check', () =>
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.string(), (body, header) => {
        const read = judged({ secret: 'whsec_x', header: `${header},t=1,v1=2`, body });
        expect(read.kind).toBe('header');
        const signed = signatureHeader('whsec_x', body, now);
        expect(judged({ secret: 'whsec_x', header: signed, body }).kind).toBe('genuine');
      }),
    ));
});

describe('the header', () => {
  const t = `t=${now}`;
  const v1 = `v1=${'0'.repeat(64)}`;

  test.each([
    ['nonsense', 'no_parts'],
    [v1, 'no_t'],
    [t, 'no_v1'],
    [`${t},${t},${v1}`, 'repeated'],
    [`${t},${v1},${v1}`, 'repeated'],
    [`${t}, ${v1}`, 'blank_in_parts'],
    [`t=,${v1}`, 't_not_a_number'],
    [`t=2026-11-21T10:00:00Z,${v1}`, 't_not_a_number'],
    [`t=${now}000,${v1}`, 't_in_milliseconds'],
    [`${t},v1=`, 'v1_wrong_length'],
    [`${t},v1=0a`, 'v1_wrong_length'],
    [`${t},v1=${'A'.repeat(64)}`, 'v1_upper_case'],
    [`${t},v1=K+Zf`, 'v1_not_hex'],
    ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=', 'other_service'],
    ['evt_01jd4x6k8mq2v5w9y3z7b1c4dg', 'event_id'],
  ])('%s is refused: %s', (header, fault) => {
    const verdict = judged({ secret: newSecret(), header, body: '{}' });
    expect(verdict).toEqual({ kind: 'header', fault });
  });

  test.each<(value: string) => string>([
    (value) => `Svc-Signature: ${value}`,
    (value) => `  "svc-signature": "${value}",`,
    (value) => `"${value}"`,
    (value) =>
      `POST /hooks HTTP/1.1\r\nHost: a.example\r\nsvc-signature: ${value}\r\nAccept: */*\r\n`,
    (value) => `${value},v2=later`,
    (value) => `v0=earlier,${value}`,
  ])('is found in a longer text that was pasted (%#)', (around) =>
    always((drawn) => {
      const verdict = judged({ ...drawn, header: around(drawn.header) });
      expect(verdict).toEqual({ kind: 'genuine', age: 0 });
    }),
  );
});

test('missing input is named', () => {
  const header = signatureHeader('a', 'b', now);
  expect(judged({ secret: ' ', header: '\n', body: '' })).toEqual({
    kind: 'missing',
    what: ['secret', 'header', 'body'],
  });
  expect(judged({ secret: 'a', header, body: '' })).toEqual({
    kind: 'missing',
    what: ['body'],
  });
});

test.each(types)('the fields of %s are known in the order of its schema', (type) => {
  const { shape } = events[type];
  const backwards = (object: object) =>
    Object.fromEntries(
      Object.keys(object)
        .reverse()
        .map((name) => [name, 1]),
    );
  const event = { ...backwards(shape), type, data: backwards(shape.data.shape) };
  const sorted = inSentOrder(event) as { data: object };
  expect(Object.keys(sorted)).toEqual(Object.keys(shape));
  expect(Object.keys(sorted.data)).toEqual(Object.keys(shape.data.shape));
});

test.each([{ toString: 1 }, [{ toString: 1 }], 'constructor', '__proto__'])(
  'a pasted event of the type %j keeps its fields in their order',
  (type) => {
    const event = { data: { status: 'x', team_id: 'y' }, type, id: 'evt_1' };
    const sorted = inSentOrder(event) as { data: object };
    expect(Object.keys(sorted)).toEqual(['id', 'type', 'data']);
    expect(Object.keys(sorted.data)).toEqual(['status', 'team_id']);
  },
);
