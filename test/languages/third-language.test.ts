import ts from 'typescript';
import { expect, test } from 'vitest';
import { sourcesIn } from '../harness/sources.ts';
import { inBrackets, outsideOfBrackets } from './harness/in-brackets.ts';
import { descendants, parse, withThirdLanguage } from './harness/third-language.ts';
import { untranslated } from './harness/untranslated.ts';

/** These texts are the same in each language. */
const names =
  /^(?:Team API|ID|ms|DEL|svck_live_…|whsec_…|POST \/assignments|assignment\.created|\+[58]ms|\{"id":"evt_…","type":"…"\})$/;

test('no component has a text of its own: all are in a dictionary', () => {
  const own = sourcesIn('src')
    // The page of building blocks is for developers.
    .filter(({ file }) => file.endsWith('.tsx') && !file.startsWith('src/app/pages/design/'))
    .map(({ file, text }): [string, string[]] => [
      file,
      spokenLiterals(file, text).filter((words) => !names.test(words)),
    ])
    .filter(([, texts]) => texts.length > 0);
  expect(own).toEqual([]);
});

test('a text in a component would be found', () => {
  const component = `const A = ({ is }) => <b title="Hint" className="grid">Words {is ? 'yes' : t.no}</b>;`;
  expect(spokenLiterals('a.tsx', component)).toEqual(['Hint', 'Words', 'yes']);
});

test('a source gets the third language where it has the others, and what it shows without brackets is found', () => {
  const written = withThirdLanguage(
    'a.ts',
    `const shown = { de: german, en: english };
const german = (n: number) => n + ' Tage';
const english = (n: number) => n + (n === 1 ? ' day' : ' days');`,
  );
  expect(written).toContain('{ de: german, en: english, xx: english_xx }');
  expect(written).toContain(
    "const english_xx = (n: number) => n + (n === 1 ? ' ⟦day⟧' : ' ⟦days⟧');",
  );
  expect(withThirdLanguage('a.ts', "defineTexts({ a: 'Ja' }, { a: 'Yes' });")).toBe(
    "defineTexts({ a: 'Ja' }, { a: 'Yes' }, { a: '⟦Yes⟧' });",
  );
  expect(inBrackets('# One\n\n| Two | 3 |')).toBe('# ⟦One⟧\n\n| ⟦Two⟧ | 3 |');
  expect(outsideOfBrackets('⟦One⟧ two ⟦three')).toEqual(['two']);
  const versions = { de: ['Name: Ada'], en: ['Name: Ada'], xx: ['⟦Name:⟧ Ada, Name of'] };
  expect(untranslated(versions)).toEqual(['Ada, Name of']);
});

const spoken = /^(?:aria-label|title|placeholder|alt|label|hint|caption|description|text|any)$/;

/** What a component would say in the same words in each language. */
function spokenLiterals(file: string, text: string): string[] {
  return descendants(parse(file, text)).flatMap((node) => {
    if (!ts.isJsxText(node) && !ts.isStringLiteralLike(node)) return [];
    const words = node.text.replaceAll(/&\w+;/g, '').trim();
    return /\p{L}{2}/u.test(words) && isSpoken(node) ? [words] : [];
  });
}

function isSpoken(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isJsxText(node)) return true;
  if (ts.isConditionalExpression(parent)) return parent.condition !== node && isSpoken(parent);
  if (ts.isBinaryExpression(parent)) {
    return /^(?:\?\?|\|\||&&|\+)$/.test(parent.operatorToken.getText()) && isSpoken(parent);
  }
  if (ts.isParenthesizedExpression(parent)) return isSpoken(parent);
  if (ts.isJsxAttribute(parent)) return spoken.test(parent.name.getText());
  if (!ts.isJsxExpression(parent)) return false;
  return ts.isJsxAttribute(parent.parent) ? isSpoken(parent) : true;
}
