import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { describeError } from '../../../../src/features/mail/describe-failures.ts';
import { languages } from '../../../../src/shared/language/language.ts';
import { sourcesIn } from '../../../harness/sources.ts';
import { root } from '../copy.ts';
import { untranslated } from '../untranslated.ts';
import { MAILS } from '../whole-copy.ts';

type RecordedMails = { file: string; mails: Record<string, { subject: string; body: string }> };

test('each mail, in the third language', () => {
  const recorded: RecordedMails[] = readFileSync(path.join(root, MAILS), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const writers = sourcesIn('src/features').filter(({ text }) =>
    /\bmailIn\(lang|= mailIn\(|return mailIn\(/.test(text),
  );
  const silent = writers.filter(({ file }) => !recorded.some((one) => one.file === file));
  expect(silent.map(({ file }) => file)).toEqual([]);
  const found = recorded.map(({ file, mails }) => {
    const lines = Object.entries(mails).map(([language, { subject, body }]) => [
      language,
      [subject, ...body.split('\n')],
    ]);
    return [file, untranslated(Object.fromEntries(lines))];
  });
  expect(found.filter(([, texts]) => texts?.length)).toEqual([]);
});

const failures = [
  'no_answer',
  'timeout',
  'dns_error',
  'target_blocked',
  'connect_refused',
  'tls_error',
  'reset',
  'invalid_response',
];

test.each(failures)('%s in a mail, in the third language', (error) => {
  const versions = languages.map((language) => {
    const text = describeError({ error, response_code: null }, language) ?? '';
    return [language, [text]] as [string, string[]];
  });
  expect(untranslated(Object.fromEntries(versions))).toEqual([]);
});
