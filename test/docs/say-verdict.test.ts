import { expect, test } from 'vitest';
import { bodyCauses, headerCauses, secretCauses } from '../../src/docs/verify/cause-texts.ts';
import { ageText, sayVerdict } from '../../src/docs/verify/say-verdict.ts';
import { MAX_BODY_BYTES, verify } from '../../src/docs/verify/verify.ts';

test.each([
  [0, '0 Sekunden', '0 seconds'],
  [1, '1 Sekunde', '1 second'],
  [119, '1 Minute 59 Sekunden', '1 minute 59 seconds'],
  [3_600, '1 Stunde', '1 hour'],
  [3_661, '1 Stunde 1 Minute', '1 hour 1 minute'],
  [2 * 86_400 + 59, '2 Tage', '2 days'],
])('%s s are written in their two largest units', (seconds, de, en) => {
  expect([ageText(seconds, 'de'), ageText(seconds, 'en')]).toEqual([de, en]);
});

test('a proven cause and a likely one have different words', () => {
  const altered = sayVerdict({ kind: 'altered', secret: [], body: ['order'], age: 400 }, 'en');
  expect(altered.paragraphs).toEqual([
    'This is proven: without this change the signature matches.',
    'Besides, the signature is 6 minutes 40 seconds old; five minutes are allowed.',
  ]);
  expect([altered.causes.length, altered.showsRawBodies]).toEqual([1, true]);
  const unknown = sayVerdict({ kind: 'no_match', secret: 'secret', body: 'as_sent', age: 1 }, 'en');
  expect(unknown.causes).toEqual([]);
  expect(unknown.paragraphs[0]).toContain('Which of the two cannot be computed');
  expect(unknown.paragraphs.join(' ')).not.toMatch(/likely/);
});

test('a body that is larger than any event is not read', () => {
  const input = { secret: 'whsec_x', header: `t=1,v1=${'0'.repeat(64)}`, now: 1 };
  const verdictOn = (size: number) => verify({ ...input, body: new Uint8Array(size) });
  expect(verdictOn(MAX_BODY_BYTES).kind).toBe('no_match');
  const verdict = verdictOn(MAX_BODY_BYTES + 1);
  expect(sayVerdict(verdict, 'en')).toMatchObject({
    tone: 'bad',
    title: 'The body is too large',
    paragraphs: [expect.stringContaining('1 MB')],
  });
});

test('a signature from the future is genuine, and the clock is named', () => {
  const verdict = sayVerdict({ kind: 'genuine', age: -120 }, 'de');
  expect([verdict.tone, verdict.paragraphs[0]]).toEqual([
    'good',
    expect.stringContaining('(2 Minuten): die Uhr des Empfängers geht nach.'),
  ]);
});

test('a genuine request names the clocks for which it is genuine, and a wrong clock is named as the cause', () => {
  const signedAt = Date.parse('2026-11-23T09:00:00Z') / 1000;
  const genuine = sayVerdict({ kind: 'genuine', age: 12 }, 'en', signedAt);
  expect(genuine.paragraphs[0]).toContain('By the clock of the receiver');
  expect(genuine.paragraphs[1]).toMatch(/2026-11-23T09:05:00Z .* too old.*2026-11-23T08:55:00Z/);
  const fast = sayVerdict({ kind: 'too_old', age: 400 }, 'en', signedAt);
  expect([fast.tone, fast.paragraphs.join(' ')]).toEqual([
    'warn',
    expect.stringMatching(/6 minutes 40 seconds old.*clock of your server is fast.*NTP/),
  ]);
  const slow = sayVerdict({ kind: 'ahead', age: -400 }, 'en', signedAt);
  expect([slow.tone, slow.paragraphs.join(' ')]).toEqual([
    'warn',
    expect.stringMatching(/6 minutes 40 seconds ahead.*clock is slow.*NTP.*Standard Webhooks/),
  ]);
  const unread = sayVerdict({ kind: 'clock' }, 'en', signedAt);
  expect([unread.tone, unread.paragraphs[0]]).toEqual(['bad', expect.stringContaining('date +%s')]);
});

test('no two causes have the same words', () => {
  const all = [bodyCauses, headerCauses, secretCauses].flatMap((causes) => Object.values(causes));
  for (const language of ['de', 'en'] as const) {
    const titles = all.map((cause) => cause[language].title);
    expect(new Set(titles).size).toBe(all.length);
  }
});
