import { expect, test } from 'vitest';
import { type Source, sourcesIn } from '../harness/sources.ts';

const everything = sourcesIn('src');
const site = everything.filter(({ file }) => file.startsWith('src/docs/'));

function wrongImports(sources: Source[], isAllowed: (target: string) => boolean): string[] {
  return sources.flatMap(({ file, imports }) =>
    imports
      .filter(({ target, isType }) => target.startsWith('src/') && !isType)
      .filter(({ target }) => !isAllowed(target))
      .map(({ target }) => `${file} imports ${target}`),
  );
}

test('the documentation uses the look of the app, and what the server says about itself', () => {
  const allowed =
    /^src\/(docs\/|shared\/|auth\/|rest\/|sdk\/(model\/|\w+\/write-)|features\/.*\.schema\.ts$|app\/(ui|text)\/|app\/shell\/logo\.tsx$)/;
  expect(wrongImports(site, (target) => allowed.test(target))).toEqual([]);
});

test('the code of the documentation in the browser uses building blocks of the app, and nothing of the server', () => {
  const browser = site.filter(({ file }) => file.startsWith('src/docs/browser/'));
  expect(browser.length).toBeGreaterThan(2);
  const allowed =
    /^src\/(docs\/(browser|verify|sender)\/|docs\/style\.css$|shared\/|app\/(ui|text)\/)/;
  expect(wrongImports(browser, (target) => allowed.test(target))).toEqual([]);
});

test("the server uses no code of the documentation and only sends its files; the customers' command line explains signatures with this code", () => {
  const verify = 'src/sdk/command-line/verify.ts';
  const server = everything.filter(({ file }) => !file.startsWith('src/docs/') && file !== verify);
  expect(wrongImports(server, (target) => !target.startsWith('src/docs/'))).toEqual([]);
});

test('the documentation has no default exports', () => {
  const wrong = site.filter(({ text }) => /^export default/m.test(text));
  expect(wrong.map(({ file }) => file)).toEqual([]);
});
