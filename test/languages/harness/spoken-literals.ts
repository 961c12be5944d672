import ts from 'typescript';
import { descendants, parse } from './third-language.ts';

const spoken = /^(?:aria-label|title|placeholder|alt|label|hint|caption|description|text|any)$/;

/** What a component would say in the same words in each language. */
export function spokenLiterals(file: string, text: string): string[] {
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
