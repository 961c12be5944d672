import { expect, test } from 'vitest';
import { errorData } from '../../../../src/operation/error-shape.ts';
import { problemOf } from '../../../../src/rest/problem.ts';
import {
  AppError,
  type AppErrorCode,
  appErrorCatalogue,
} from '../../../../src/shared/errors/app-errors.ts';
import { explanationOf, isBecause, refusalTexts } from '../../../../src/shared/errors/because.ts';
import { ApiError, type ErrorCode, errorCatalogue } from '../../../../src/shared/errors/errors.ts';
import { languages } from '../../../../src/shared/language/language.ts';
import { useApi } from '../../../harness/use-api.ts';
import { outsideOfBrackets } from '../in-brackets.ts';
import { textsOfHtml } from '../texts-of-html.ts';
import { untranslated } from '../untranslated.ts';

const api = useApi();
const language = languages[languages.length - 1] ?? 'en';

test('each problem and refusal, in the third language', async () => {
  const about = { language, requestId: 'r' };
  const titles = [
    ...Object.keys(errorCatalogue).map(
      (code) => problemOf(new ApiError(code as ErrorCode), { ...about, errorsUrl: '' }).title,
    ),
    ...Object.keys(appErrorCatalogue).map(
      (code) => errorData(new AppError(code as AppErrorCode), about).title,
    ),
    ...Object.keys(refusalTexts).map((id) =>
      explanationOf(isBecause(id) ? id : 'no_offer', language),
    ),
  ];
  expect(titles.flatMap(outsideOfBrackets)).toEqual([]);
  const refused = await api().request('GET', '/users', {
    headers: { 'accept-language': language },
  });
  expect(outsideOfBrackets(String(refused.body.title))).toEqual([]);
});

test.each(['/', '/app/', '/docs', '/docs/nothing-here'])(
  '%s, in the third language',
  async (at) => {
    const versions = languages.map(async (each) => {
      const headers = { 'accept-language': each, accept: 'text/html' };
      const answer = await fetch(new URL(at, api().url), { headers });
      return [each, textsOfHtml(await answer.text())] as const;
    });
    expect(untranslated(Object.fromEntries(await Promise.all(versions)))).toEqual([]);
  },
);
