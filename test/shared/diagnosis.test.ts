import { describe, expect, test } from 'vitest';
import { attemptErrors } from '../../src/egress/attempt-error.ts';
import {
  type Answer,
  type CauseName,
  deliveryCauses,
  diagnoseDelivery,
  type SeenDelivery,
  sentenceOf,
} from '../../src/shared/diagnosis/diagnose-delivery.ts';
import { diagnoseRequest } from '../../src/shared/diagnosis/diagnose-request.ts';
import { errorCatalogue } from '../../src/shared/errors/errors.ts';
import { languages } from '../../src/shared/language/language.ts';

const answered = (code: number, response_excerpt: string | null = null): Answer => ({
  response_code: code,
  error: code >= 200 && code < 300 ? null : 'http_status',
  response_excerpt,
});
const silent = (error: string): Answer => ({ response_code: null, error, response_excerpt: null });

/** A delivery with these attempts, which is given up unless the rest says otherwise. */
function delivery(attempts: Answer[], rest: Partial<SeenDelivery> = {}): SeenDelivery {
  return {
    status: 'gave_up',
    error: attempts.at(-1)?.error ?? null,
    attempt: attempts.length,
    next_try_at: null,
    endpoint: { status: 'active' },
    attempts,
    ...rest,
  };
}

const causeOf = (answer: Answer) => diagnoseDelivery(delivery([answer]))?.cause;

describe('the cause of a failed delivery follows from its last answer', () => {
  const table: [code: number, cause: CauseName, repeat: string][] = [
    [301, 'redirect', 'change'],
    [308, 'redirect', 'change'],
    [304, 'other_status', 'unknown'],
    [103, 'other_status', 'unknown'],
    [400, 'bad_request', 'change'],
    [401, 'unauthorized', 'change'],
    [403, 'forbidden', 'change'],
    [404, 'not_found', 'change'],
    [405, 'method', 'change'],
    [408, 'other_4xx', 'unknown'],
    [409, 'conflict', 'unknown'],
    [410, 'gone', 'change'],
    [413, 'too_large', 'change'],
    [415, 'media_type', 'change'],
    [418, 'other_4xx', 'unknown'],
    [422, 'content', 'change'],
    [429, 'too_many', 'wait'],
    [500, 'server_error', 'wait'],
    [501, 'server_error', 'wait'],
    [502, 'behind_proxy', 'wait'],
    [503, 'unavailable', 'wait'],
    [504, 'behind_proxy', 'wait'],
    [599, 'server_error', 'wait'],
  ];
  test.each(table)('%i: %s, repeating: %s', (code, cause, repeat) => {
    expect(causeOf(answered(code))).toBe(cause);
    expect(deliveryCauses[cause].repeat).toBe(repeat);
  });

  const refusals: [cause: CauseName, excerpt: string | null][] = [
    ['content', null],
    ['content', ''],
    ['content', 'no contact has this id'],
    ['content', '{"error":"field email is required"}'],
    ['content', '{"error":"additional fields are required"}'],
    ['content', '{"error":"unknown contact"}'],
    ['content', 'Unexpected input at line 1'],
    ['content', '{"message":"The field user_id is not valid"}'],
    ['unknown_field', '{"error":"unknown field \\"started_at\\""}'],
    ['unknown_field', 'json: unknown field "started_at"'],
    ['unknown_field', 'Unrecognized field "started_at" (class Event), not marked as ignorable'],
    ['unknown_field', `[{"code":"unrecognized_keys","keys":["started_at"]}]`],
    ['unknown_field', "Unrecognized key(s) in object: 'started_at'"],
    ['unknown_field', 'Additional properties are not allowed (started_at was unexpected)'],
    ['unknown_field', '{"keyword":"additionalProperties"}'],
    ['unknown_field', '{"type":"extra_forbidden","msg":"Extra inputs are not permitted"}'],
    ['unknown_field', '{"message":["property started_at should not exist"]}'],
    ['unknown_field', 'This field was not expected.'],
    ['unknown_field', 'Unbekanntes Feld: started_at'],
  ];
  test.each(refusals)(
    'only a 422 that names an unknown field gets that advice: %s for %s',
    (cause, excerpt) => {
      expect(causeOf(answered(422, excerpt))).toBe(cause);
      expect(causeOf(answered(500, excerpt))).toBe('server_error');
      const advice = deliveryCauses[cause];
      expect(/ignore such fields/.test(advice.en.todo)).toBe(cause === 'unknown_field');
      expect(advice.repeat).toBe('change');
    },
  );

  const silence: [error: string, repeat: string][] = [
    ['timeout', 'wait'],
    ['connect_refused', 'wait'],
    ['reset', 'wait'],
    ['dns_error', 'change'],
    ['tls_error', 'change'],
    ['target_blocked', 'change'],
    ['invalid_response', 'change'],
    ['no_answer', 'unknown'],
    ['worker_lost', 'ours'],
    ['secret_unreadable', 'change'],
  ];
  test.each(silence)('%s, repeating: %s', (error, repeat) => {
    expect(causeOf(silent(error))).toBe(error);
    expect(deliveryCauses[error as CauseName].repeat).toBe(repeat);
  });

  test('every error of an attempt has a cause, and an unknown one is not explained', () => {
    const unexplained = attemptErrors
      .filter((error) => error !== 'http_status')
      .filter((error) => causeOf(silent(error)) === 'unnamed');
    expect(unexplained).toEqual([]);
    expect(causeOf(silent('toString'))).toBe('unnamed');
  });

  test('each sentence ends, and exists in each language', () => {
    for (const cause of Object.values(deliveryCauses)) {
      for (const language of languages) {
        expect(cause[language].says).toMatch(/^[A-ZÄÖÜ].*\.$/);
        expect(cause[language].todo).toMatch(/^[A-ZÄÖÜ].*\.$/);
      }
    }
  });
});

describe('how often an answer came is counted from the last attempt back', () => {
  test('only attempts with the same status and error count', () => {
    const attempts = [answered(503), answered(422), answered(503), answered(422), answered(422)];
    expect(diagnoseDelivery(delivery(attempts))).toMatchObject({ cause: 'content', alike: 2 });
    const mixed = [silent('timeout'), answered(500), silent('timeout')];
    expect(diagnoseDelivery(delivery(mixed))).toMatchObject({ cause: 'timeout', alike: 1 });
  });

  test('the same answer is claimed only if its beginning was the same too', () => {
    const same = [answered(422, '{"a":1}'), answered(422, '{"a":1}')];
    expect(diagnoseDelivery(delivery(same))).toMatchObject({ alike: 2, isSameAnswer: true });
    const other = [answered(422, '{"a":1}'), answered(422, '{"b":1}')];
    expect(diagnoseDelivery(delivery(other))).toMatchObject({ alike: 2, isSameAnswer: false });
    const none = [silent('timeout'), silent('timeout')];
    expect(diagnoseDelivery(delivery(none))).toMatchObject({ alike: 2, isSameAnswer: false });
  });

  test('answers that differ are counted, the most frequent first', () => {
    const counted = (attempts: Answer[]) =>
      diagnoseDelivery(delivery(attempts))?.answers.map(
        ([{ response_code, error }, count]) => [count, response_code ?? error] as const,
      );
    const slow = silent('timeout');
    const mixed = [answered(502), slow, slow, slow, answered(502), slow, slow, answered(502)];
    expect(counted(mixed)).toEqual([
      [5, 'timeout'],
      [3, 502],
    ]);
    // As many of each: the one that came first.
    expect(counted([answered(502), slow])).toEqual([
      [1, 502],
      [1, 'timeout'],
    ]);
    expect(counted([slow, slow])).toEqual([]);
    expect(counted([answered(422, 'a'), answered(422, 'b')])).toEqual([]);
    expect(counted([slow])).toEqual([]);
    // The count would be wrong while earlier attempts are unknown.
    const part = delivery([answered(502), slow], { attempt: 60 });
    expect(diagnoseDelivery(part)).toMatchObject({ answers: [], cause: 'timeout' });
  });

  const times = (count: number, one: Answer) => Array<Answer>(count).fill(one);
  const slow = silent('timeout');
  const mixes: [what: string, attempts: Answer[], cause: CauseName, of: string][] = [
    ['6 × 502, 2 × timeout', [...times(6, answered(502)), slow, slow], 'behind_proxy', 'most'],
    ['2 × timeout, 6 × 502', [slow, slow, ...times(6, answered(502))], 'behind_proxy', 'most'],
    ['6 × 422, 1 × 503', [...times(6, answered(422)), answered(503)], 'content', 'most'],
    ['6 × 422, 1 × 404', [...times(6, answered(422)), answered(404)], 'content', 'most'],
    // The server is back, and refuses.
    ['6 × 502, 1 × 422', [...times(6, answered(502)), answered(422)], 'content', 'last'],
    ['as many of each', [answered(502), slow], 'timeout', 'last'],
    ['none most often', [answered(502), answered(500), slow], 'timeout', 'last'],
    [
      'two most often',
      [...times(2, answered(502)), ...times(2, slow), answered(500)],
      'server_error',
      'last',
    ],
    ['mostly arrived', [...times(2, answered(200)), answered(500)], 'server_error', 'last'],
  ];
  test.each(mixes)(
    'the most frequent answer is explained, if there is one: %s',
    (_, attempts, cause, of) => {
      expect(diagnoseDelivery(delivery(attempts))).toMatchObject({ cause, of });
    },
  );

  test('its name is what the search of deliveries finds', () => {
    expect(diagnoseDelivery(delivery([answered(422)]))?.answer).toBe('422');
    expect(diagnoseDelivery(delivery([silent('timeout')]))?.answer).toBe('timeout');
  });
});

describe('what keeps a delivery from being attempted', () => {
  const held = (status: SeenDelivery['endpoint']['status'], attempts: Answer[] = []) =>
    diagnoseDelivery(delivery(attempts, { status: 'pending', endpoint: { status } }));

  test('is the state of the endpoint, before a first attempt and after a failed one', () => {
    expect(held('disabled')).toMatchObject({ cause: null, obstacle: 'switched_off', answer: null });
    expect(held('disabled_failures', [answered(500)])).toMatchObject({
      cause: 'server_error',
      obstacle: 'paused',
      answer: '500',
    });
  });

  test('is what has ended it without an attempt: the last answer did not', () => {
    for (const error of ['tenant_disabled', 'endpoint_paused'] as const) {
      expect(diagnoseDelivery(delivery([], { error }))).toMatchObject({
        cause: null,
        obstacle: error,
      });
      expect(diagnoseDelivery(delivery([answered(500)], { error }))).toMatchObject({
        obstacle: error,
        answer: null,
      });
    }
  });

  test('is nothing for an attempt that is planned or asked for', () => {
    const next_try_at = '2026-11-18T10:00:00.000Z';
    const asked = delivery([], {
      status: 'pending',
      next_try_at,
      endpoint: { status: 'disabled' },
    });
    expect(diagnoseDelivery(asked)).toBeNull();
    const retrying = delivery([answered(500)], { status: 'pending', next_try_at });
    expect(diagnoseDelivery(retrying)).toMatchObject({ cause: 'server_error', obstacle: null });
  });

  test('a delivery that has arrived, or that nobody has tried yet, has no diagnosis', () => {
    const arrived = [answered(500), answered(200)];
    expect(diagnoseDelivery(delivery(arrived, { status: 'ok', error: null }))).toBeNull();
    expect(diagnoseDelivery(delivery([], { status: 'pending', error: null }))).toBeNull();
  });
});

describe('what to do about a refused request', () => {
  const checks = [
    ...['service', 'key', 'rate_limit', 'team', 'route', 'method', 'scope', 'privacy'],
    ...['body', 'idempotency', 'input', 'object', 'role', 'combination', 'policy', 'state'],
  ];
  test.each(checks)('the check "%s" has a rule in each language', (check) => {
    const found = diagnoseRequest({ code: 'x', status: 400, why: { check } });
    for (const language of languages) expect(found?.[language]).toMatch(/^[A-ZÄÖÜ].*\.$/);
  });

  test('the reason of a key, and the code of a state, say more than their check', () => {
    const key = { code: 'unauthorized', status: 401 };
    const said = ['wrong_secret', 'revoked', 'expired', 'address_not_allowed', undefined].map(
      (reason) => diagnoseRequest({ ...key, why: { check: 'key', reason } })?.en,
    );
    expect(new Set(said).size).toBe(5);
    const states = Object.entries(errorCatalogue)
      .filter(([, { status }]) => status === 409)
      .map(([code]) => diagnoseRequest({ code, status: 409, why: { check: 'state' } })?.en);
    expect(new Set(states).size).toBe(states.length);
  });

  test('only a limit and a fault of ours are worth repeating', () => {
    const repeatOf = (check: string) =>
      diagnoseRequest({ code: 'x', status: 400, why: { check } })?.repeat;
    expect(checks.filter((check) => repeatOf(check) !== 'change')).toEqual([
      'service',
      'rate_limit',
    ]);
    expect(diagnoseRequest({ code: null, status: 200, why: null })).toBeUndefined();
    expect(
      diagnoseRequest({ code: 'x', status: 400, why: { check: 'of a later release' } }),
    ).toBeUndefined();
  });
});

test('the sentence of an answer is its detail or message, also if the answer is cut off', () => {
  expect(sentenceOf('{"error":"x","detail":"Say \\"please\\"."}')).toBe('Say "please".');
  expect(sentenceOf('{"message" : "Wait.", "trace": "at a')).toBe('Wait.');
  for (const none of [
    '',
    '<p>detail</p>',
    '{"detail":{"a":1}}',
    '{"detail":"cut o',
    '{"detail":""}',
  ])
    expect(sentenceOf(none)).toBeNull();
});
