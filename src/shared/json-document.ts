import type { FieldIssue } from './errors.ts';
import { isKept } from './exact-number.ts';
import { jsonPointer } from './json-pointer.ts';
import { isStorableText } from './text.ts';

export type JsonObject = Record<string, unknown>;
type ParsedDocument = { ok: true; value: JsonObject } | { ok: false; issues: FieldIssue[] };
type Path = (string | number)[];

/** More than any documented body needs. It limits every later recursion over a body. */
const MAX_DEPTH = 32;
const MAX_ISSUES = 20;
/** Several times what any documented body can hold (D34). Each unknown name becomes an issue. */
const MAX_NAMES = 2000;
const NUMBER = /-?\d[\d.eE+-]*/y;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a body that all parsers read alike, or returns all that is wrong with it (D12, D17). */
export function parseJsonDocument(bytes: Uint8Array, maxNames = MAX_NAMES): ParsedDocument {
  const text = decode(bytes);
  if (text === null) return refuse('invalid_encoding', 'The body is not valid UTF-8.');
  const value = parse(text);
  if (value === undefined) return refuse('invalid_json', 'The body is not valid JSON.');
  if (!isObject(value)) return refuse('not_an_object', 'The body must be a JSON object.');
  const issues: FieldIssue[] = [];
  const excess = scanStructure(text, issues, maxNames);
  if (excess) return refuse(...excess);
  inspect(value, [], issues);
  return issues.length > 0
    ? { ok: false, issues: issues.slice(0, MAX_ISSUES) }
    : { ok: true, value };
}

function decode(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuse(code: string, detail: string): ParsedDocument {
  return { ok: false, issues: [bodyIssue([], code, detail)] };
}

function bodyIssue(path: Path, code: string, detail: string): FieldIssue {
  return { in: 'body', pointer: jsonPointer(path), code, detail };
}

type Frame = { names: Set<string> | null; at: string | number };

type Fault = [code: string, detail: string];

const tooDeep: Fault = ['too_deep', `The body is nested more than ${MAX_DEPTH} levels deep.`];
const givenTwice: Fault = ['duplicate', 'The name is given more than once.'];
const inexact: Fault = ['inexact', 'The number cannot be kept exactly: send it as a string.'];
const tooLarge: Fault = [
  'too_big',
  'The number is outside the range of a double: send it as a string.',
];

function report(issues: FieldIssue[], frames: Frame[], [code, detail]: Fault): void {
  if (issues.length >= MAX_ISSUES) return;
  const path = frames.map(({ at }) => at);
  issues.push(bodyIssue(path, code, detail));
}

/**
 * Finds what JSON.parse hides: duplicate names and numbers that it changes. Returns the limit that
 * the body exceeds. The text is well-formed JSON. A loop makes far less garbage than an expression
 * that matches each token.
 */
function scanStructure(text: string, issues: FieldIssue[], maxNames: number): Fault | null {
  const frames: Frame[] = [];
  let names = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] as string;
    const frame = frames.at(-1);
    if (char === '"') {
      const start = at + 1;
      at = endOfString(text, start);
      if (!frame?.names || !isBeforeColon(text, at)) continue;
      names += 1;
      if (names > maxNames) return ['too_big', `The body has more than ${maxNames} names.`];
      frame.at = nameOf(text.slice(start, at));
      if (frame.names.has(frame.at)) report(issues, frames, givenTwice);
      frame.names.add(frame.at);
    } else if (char === '{' || char === '[') {
      if (frames.length === MAX_DEPTH) return tooDeep;
      frames.push({ names: char === '{' ? new Set() : null, at: 0 });
    } else if (char === '}' || char === ']') {
      frames.pop();
    } else if (char === ',') {
      if (frame && typeof frame.at === 'number') frame.at += 1;
    } else if (char === '-' || (char >= '0' && char <= '9')) {
      const number = numberAt(text, at);
      if (!isKept(number)) report(issues, frames, Number.isFinite(+number) ? inexact : tooLarge);
      at += number.length - 1;
    }
  }
  return null;
}

/** The position of the quote that ends a string whose first character is at `start`. */
function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start);
  while (isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote;
}

/** Whether an odd number of backslashes stands before the position. */
function isEscaped(text: string, position: number): boolean {
  let first = position;
  while (text[first - 1] === '\\') first -= 1;
  return (position - first) % 2 === 1;
}

/** In well-formed JSON a string before a colon is a name. */
function isBeforeColon(text: string, quote: number): boolean {
  let next = quote + 1;
  while (isWhitespace(text[next])) next += 1;
  return text[next] === ':';
}

function isWhitespace(char: string | undefined): boolean {
  return char === ' ' || char === '\n' || char === '\r' || char === '\t';
}

function nameOf(written: string): string {
  return written.includes('\\') ? (JSON.parse(`"${written}"`) as string) : written;
}

function numberAt(text: string, start: number): string {
  NUMBER.lastIndex = start;
  NUMBER.test(text);
  return text.slice(start, NUMBER.lastIndex);
}

/** `path` leads to the value. It is one array for the whole body. */
function inspect(value: unknown, path: Path, issues: FieldIssue[]): void {
  if (issues.length >= MAX_ISSUES) return;
  if (typeof value === 'string') {
    if (!isStorableText(value)) issues.push(unstorable(path, 'text'));
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      path.push(index);
      inspect(item, path, issues);
      path.pop();
    }
  } else if (isObject(value)) {
    for (const name of Object.keys(value)) {
      path.push(name);
      inspectMember(name, value[name], path, issues);
      path.pop();
    }
  }
}

function inspectMember(name: string, value: unknown, path: Path, issues: FieldIssue[]): void {
  if (!isStorableText(name)) issues.push(unstorable(path, 'name'));
  // No honest client sends this name, and a careless copy of the object would make it a prototype.
  else if (name === '__proto__') {
    issues.push(bodyIssue(path, 'unrecognized_keys', 'The name __proto__ is not allowed.'));
  } else inspect(value, path, issues);
}

function unstorable(path: Path, what: 'text' | 'name'): FieldIssue {
  const detail = `The ${what} holds a NUL character or half a surrogate pair.`;
  return bodyIssue(path, 'invalid_text', detail);
}
