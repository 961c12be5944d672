import ts from 'typescript';
import { CLOSE, inBrackets, OPEN } from './in-brackets.ts';

/** The language that a test adds to those of `languages`. */
export const THIRD = 'xx';

type Edit = { at: number; end: number; text: string };
type Declared = ts.FunctionDeclaration | ts.VariableDeclaration;

export function parse(file: string, text: string): ts.SourceFile {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
}

/** The objects of a file that have something in each language. */
function textObjectsIn(source: ts.SourceFile): ts.ObjectLiteralExpression[] {
  return descendants(source).filter(
    (node): node is ts.ObjectLiteralExpression =>
      ts.isObjectLiteralExpression(node) &&
      ['de', 'en'].every((language) => memberOf(node, language) !== undefined),
  );
}

/**
 * Writes the texts of the third language into a source: each English text, in brackets. A function
 * or constant of the file that only the English texts use is written a second time.
 */
export function withThirdLanguage(file: string, text: string): string {
  const source = parse(file, text);
  const writer = new Writer(source);
  const edits: Edit[] = [];
  for (const object of textObjectsIn(source)) {
    const english = memberOf(object, 'en');
    const german = memberOf(object, 'de');
    if (!english || !german) continue;
    edits.push(added(english, `${THIRD}: ${writer.third(valueIn(english), valueIn(german))}`));
  }
  for (const [german, english] of dictionariesIn(source)) {
    edits.push(added(english, writer.third(english, german)));
  }
  return edited(text, 0, [...edits, ...writer.copies()]);
}

class Writer {
  readonly #source: ts.SourceFile;
  readonly #declared: Map<string, Declared>;
  readonly #copies = new Map<Declared, Edit>();

  constructor(source: ts.SourceFile) {
    this.#source = source;
    this.#declared = declarationsIn(source);
  }

  /** The English value in brackets. */
  third(english: ts.Node, german: ts.Node): string {
    const shared = this.#used(german);
    const own = [...this.#used(english)].filter((name) => !shared.has(name));
    const copied = new Set(own);
    for (const name of own) {
      const declared = this.#declared.get(name);
      if (declared) this.#copies.set(declared, this.#copyOf(declared, copied));
    }
    const isLiteral = ts.isIdentifier(english) && !this.#declared.has(english.text);
    return isLiteral ? `\`${OPEN}\${${english.text}}${CLOSE}\`` : this.#bracketed(english, copied);
  }

  /** Each copy stands after its original. */
  copies(): Edit[] {
    return [...this.#copies.values()];
  }

  /** The names of what this file declares and the node uses, also through each other. */
  #used(node: ts.Node, seen = new Set<string>()): Set<string> {
    for (const each of [node, ...descendants(node)]) {
      if (!ts.isIdentifier(each) || !isValue(each)) continue;
      const declared = this.#declared.get(each.text);
      if (!declared || seen.has(each.text)) continue;
      seen.add(each.text);
      this.#used(declared, seen);
    }
    return seen;
  }

  #copyOf(declared: Declared, copied: Set<string>): Edit {
    const text = this.#bracketed(declared, copied).replace(/^export /, '');
    const isFunction = ts.isFunctionDeclaration(declared);
    const at = (isFunction ? declared : declared.parent.parent).getEnd();
    return { at, end: at, text: isFunction ? `\n${text}` : `\nconst ${text};` };
  }

  #bracketed(node: ts.Node, copied: Set<string>): string {
    const edits = [node, ...descendants(node)].flatMap((each): Edit[] => {
      if (isNameOf(each, 'en')) return [replaced(each, THIRD)];
      if (ts.isIdentifier(each) && copied.has(each.text) && (isValue(each) || isNamed(each))) {
        const isShort = each !== node && ts.isShorthandPropertyAssignment(each.parent);
        return [
          replaced(each, isShort ? `${each.text}: ${each.text}_${THIRD}` : `${each.text}_${THIRD}`),
        ];
      }
      if (ts.isObjectLiteralExpression(each) && each !== node) return this.#nested(each);
      return isText(each) ? [this.#inBrackets(each)] : [];
    });
    const at = node.getStart();
    return edited(this.#source.text.slice(at, node.getEnd()), at, edits);
  }

  /** A text may have the name of each language. */
  #nested(object: ts.ObjectLiteralExpression): Edit[] {
    const english = memberOf(object, 'en');
    if (!english || !memberOf(object, 'de')) return [];
    return [added(english, `${THIRD}: ${this.#bracketed(valueIn(english), new Set())}`)];
  }

  #inBrackets(node: ts.Node): Edit {
    const raw = node.getText();
    if (/^'[a-z]{2}-[A-Z]{2}'$/.test(raw)) return replaced(node, "'ja-JP'");
    if (ts.isJsxText(node)) return replaced(node, inBrackets(node.text));
    const [, before = '', words = '', after = ''] =
      /^(['"`}])([\s\S]*?)(['"`]|\$\{)$/.exec(raw) ?? [];
    return replaced(node, before + inBrackets(words) + after);
  }
}

function added(behind: ts.Node, text: string): Edit {
  const at = behind.getEnd();
  return { at, end: at, text: `, ${text}` };
}

function replaced(node: ts.Node, text: string): Edit {
  return { at: node.getStart(), end: node.getEnd(), text };
}

function edited(text: string, from: number, edits: Edit[]): string {
  let done = text;
  for (const { at, end, text: put } of edits.toSorted((a, b) => b.at - a.at)) {
    done = done.slice(0, at - from) + put + done.slice(end - from);
  }
  return done;
}

export function descendants(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (each: ts.Node) => {
    found.push(each);
    each.forEachChild(visit);
  };
  node.forEachChild(visit);
  return found;
}

function memberOf(object: ts.ObjectLiteralExpression, name: string) {
  return object.properties.find((property) => property.name?.getText() === name);
}

function valueIn(property: ts.ObjectLiteralElementLike): ts.Node {
  return ts.isPropertyAssignment(property) ? property.initializer : (property.name ?? property);
}

/** The texts of the app are the two arguments of a call. */
function dictionariesIn(source: ts.SourceFile): [ts.Expression, ts.Expression][] {
  return descendants(source).flatMap((node) => {
    if (!ts.isCallExpression(node) || node.expression.getText() !== 'defineTexts') return [];
    const [german, english] = node.arguments;
    return german && english ? [[german, english] as [ts.Expression, ts.Expression]] : [];
  });
}

function declarationsIn(source: ts.SourceFile): Map<string, Declared> {
  const found = source.statements.flatMap((statement): [string, Declared][] => {
    if (ts.isFunctionDeclaration(statement) && statement.name) {
      return [[statement.name.text, statement]];
    }
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.map((each) => [each.name.getText(), each]);
  });
  return new Map(found);
}

/** True for a name that stands for a value, and is not that of a member or a type. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return !ts.isTypeNode(parent) && !isNamed(node) && !ts.isParameter(parent);
}

function isNamed({ parent }: ts.Node): boolean {
  return ts.isFunctionDeclaration(parent) || ts.isVariableDeclaration(parent);
}

function isNameOf(node: ts.Node, language: string): boolean {
  return (
    ts.isIdentifier(node) &&
    node.text === language &&
    ts.isPropertyAccessExpression(node.parent) &&
    node.parent.name === node
  );
}

/** True for what people read: neither a name, nor a type, nor compared with anything. */
function isText(node: ts.Node): boolean {
  if (ts.isJsxText(node)) return true;
  if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) {
    return !ts.isTypeNode(node.parent) && !ts.isTypeNode(node.parent.parent);
  }
  if (!ts.isStringLiteralLike(node)) return false;
  const { parent } = node;
  if (ts.isBinaryExpression(parent)) return !/^[!=]==?$/.test(parent.operatorToken.getText());
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return !(
    ts.isLiteralTypeNode(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isCaseClause(parent) ||
    ts.isJsxAttribute(parent) ||
    (ts.isCallExpression(parent) && isMethod(parent))
  );
}

/** A method looks at a text, or takes it apart; `join` puts it between others. */
function isMethod({ expression }: ts.CallExpression): boolean {
  return ts.isPropertyAccessExpression(expression) && expression.name.text !== 'join';
}
