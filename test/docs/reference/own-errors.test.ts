import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fileOf } from '../../../src/docs/page.ts';
import { allPages } from '../../../src/docs/site/all-pages.ts';
import { codesOf, operations } from '../../rest/harness/openapi-parts.ts';

const build = path.resolve(import.meta.dirname, '../../../dist/docs');
const pages = allPages().flatMap((page) =>
  page.body.kind === 'operation' ? [{ ...page, operation: page.body.operation }] : [],
);

/** The errors that every operation has in the document, or every operation that changes something. */
function inAll(which: (method: string) => boolean): string[] {
  const [first = [], ...others] = operations
    .filter(({ name }) => which(name.split(' ')[0] ?? ''))
    .map(({ responses }) =>
      responses.flatMap((one) => codesOf(one).map((code) => `${one.status} ${code}`)),
    );
  return first.filter((error) => others.every((all) => all.includes(error)));
}

const codesIn = (html: string) =>
  [...html.matchAll(/<li id="error-[^"]*"><div class="facts"><a class="name"[^>]*>(\w+)</g)].map(
    ([, code = '']) => code,
  );

test.each(pages.map((page) => [page.language, page.operation.id, page] as const))(
  '%s %s shows its own errors first, and folds those of every operation',
  (_language, _id, page) => {
    const html = readFileSync(path.join(build, fileOf(page, 'html')), 'utf8');
    const [, shown = '', folded = ''] =
      /id="own-errors"([\s\S]*)<details class="folded" id="common-errors"><summary>([\s\S]*)/.exec(
        html,
      ) ?? [];
    const { errors } = page.operation;
    const codes = (isCommon: boolean) =>
      errors.filter((one) => one.isCommon === isCommon).map(({ code }) => code);
    expect(codesIn(shown)).toEqual(codes(false));
    expect(codesIn(folded)).toEqual(codes(true));
    expect(codesIn(shown)).toContain('validation_error');
  },
);

test('the folded errors are those that every operation has, or exactly the operations that change something', () => {
  const always = inAll(() => true).filter((error) => error !== '422 validation_error');
  const ofChanges = inAll((method) => method !== 'GET');
  expect(always).toHaveLength(5);
  for (const { operation } of pages) {
    const common = operation.errors
      .filter(({ isCommon }) => isCommon)
      .map(({ status, code }) => `${status} ${code}`);
    const more = ['413 bad_request', '415 bad_request'];
    expect(ofChanges).toEqual(expect.arrayContaining(more));
    const expected = operation.method === 'GET' ? always : [...always, ...more];
    expect(common.toSorted()).toEqual(expected.toSorted());
  }
});
