import type { FieldIssue } from '../errors/errors.ts';
import type { IssueCode } from '../errors/issue-codes.ts';
import { isStorableText } from '../schema/text.ts';
import { isKept } from './exact-number.ts';
import { jsonPointer } from './json-pointer.ts';

export type JsonObject = Record<string, unknown>;
export type ParsedDocument = { ok: true; value: JsonObject } | { ok: false; issues: FieldIssue[] };
type Path = (string | number)[];

/**
 * The deepest nesting. No documented body is this deep. The limit also bounds all later recursion over a
 * body.
 */
export const MAX_DEPTH = 32;
const MAX_ISSUES = 20;
/**
 * The most names: several times as many as any documented body can contain (D34). Each unknown name becomes
 * an issue.
 */
const MAX_NAMES = 2000;
/** More objects and lists than two free-form objects of 64 KiB can contain (D34). */
export const MAX_PARTS = 45_000;
/** About how much memory an empty object takes, with its place in a list. Its text may have three bytes. */
const BYTES_A_PART = 64;

type Limits = {
  maxNames?: number | undefined;
  /** Counts memory before it is used. May throw. */
  take?: ((bytes: number) => void) | undefined;
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads a body that all parsers read in the same way. Otherwise returns all its faults (D12, D17). */
export function parseJsonDocument(
  bytes: Uint8Array,
  { maxNames = MAX_NAMES, take }: Limits = {},
): ParsedDocument {
  const text = decode(bytes);
  if (text === null) return broken('invalid_encoding', 'The body is not valid UTF-8.');
  const issues: FieldIssue[] = [];
  const scanned = scanStructure(text, issues, maxNames);
  if (typeof scanned !== 'number') return broken(...scanned);
  take?.(scanned * BYTES_A_PART);
  const value = parse(text);
  if (value === undefined) return broken('invalid_json', 'The body is not valid JSON.');
  if (!isObject(value)) return broken('not_an_object', 'The body must be a JSON object.');
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

function broken(code: IssueCode, detail: string): ParsedDocument {
  return { ok: false, issues: [bodyIssue([], code, detail)] };
}

function bodyIssue(path: Path, code: IssueCode, detail: string): FieldIssue {
  return { in: 'body', pointer: jsonPointer(path), code, detail };
}

type Frame = { names: Set<string> | null; at: string | number };

type Fault = [code: IssueCode, detail: string];

const tooDeep: Fault = ['too_deep', `The body is nested more than ${MAX_DEPTH} levels deep.`];
const tooManyParts: Fault = ['too_big', `The body has more than ${MAX_PARTS} objects and lists.`];
const duplicate: Fault = ['duplicate', 'The name is given more than once.'];
const inexact: Fault = ['inexact', 'The number cannot be kept exactly: send it as a string.'];
const tooLarge: Fault = [
  'too_big',
  'The number is outside the range of a double: send it as a string.',
];

function report(issues: FieldIssue[], frames: Frame[], [code, detail]: Fault): void {
  const path = frames.map(({ at }) => at);
  issues.push(bodyIssue(path, code, detail));
}

const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const LIST = 0x5b;
const BACKSLASH = 0x5c;
const END_OF_LIST = 0x5d;
const OBJECT = 0x7b;
const END_OF_OBJECT = 0x7d;

/**
 * Finds the faults that JSON.parse hides: duplicate names, and numbers that it changes. Returns the limit
 * that the body exceeds, or how many objects and lists it has. This runs before JSON.parse, because JSON.parse takes long for deep nesting. So the
 * text may be no JSON at all: the issues that were found then do not matter. The scan stops at the last issue
 * that can be reported. A loop makes far less garbage than an expression that matches each token.
 */
function scanStructure(text: string, issues: FieldIssue[], maxNames: number): Fault | number {
  const frames: Frame[] = [];
  let frame: Frame | undefined;
  let names = 0;
  let parts = 0;
  for (let position = 0; position < text.length && issues.length < MAX_ISSUES; position += 1) {
    const char = text.charCodeAt(position);
    if (char === QUOTE) {
      const start = position + 1;
      position = endOfString(text, start);
      if (!frame?.names || !isBeforeColon(text, position)) continue;
      names += 1;
      if (names > maxNames) return ['too_big', `The body has more than ${maxNames} names.`];
      frame.at = nameOf(text.slice(start, position));
      if (frame.names.has(frame.at)) report(issues, frames, duplicate);
      frame.names.add(frame.at);
    } else if (char === COMMA) {
      if (frame && typeof frame.at === 'number') frame.at += 1;
    } else if (char === MINUS || (char >= ZERO && char <= NINE)) {
      const end = endOfNumber(text, position + 1);
      if (!isKept(text, position, end)) {
        report(issues, frames, Number.isFinite(+text.slice(position, end)) ? inexact : tooLarge);
      }
      position = end - 1;
    } else if (char === OBJECT || char === LIST) {
      if (frames.length === MAX_DEPTH) return tooDeep;
      parts += 1;
      if (parts > MAX_PARTS) return tooManyParts;
      frame = { names: char === OBJECT ? new Set() : null, at: 0 };
      frames.push(frame);
    } else if (char === END_OF_OBJECT || char === END_OF_LIST) {
      frames.pop();
      frame = frames.at(-1);
    }
  }
  return parts;
}

/** The position of the quote that ends a string whose first character is at `start`: no backslash escapes it. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start); end >= 0; end = text.indexOf('"', end + 1)) {
    let begin = end;
    while (text.charCodeAt(begin - 1) === BACKSLASH) begin -= 1;
    if ((end - begin) % 2 === 0) return end;
  }
  return text.length;
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

/** Decodes a name. If a name cannot be decoded, the whole text cannot be parsed. */
function nameOf(written: string): string {
  return written.includes('\\') ? String(parse(`"${written}"`)) : written;
}

function endOfNumber(text: string, from: number): number {
  let end = from;
  while (isOfNumber(text.charCodeAt(end))) end += 1;
  return end;
}

function isOfNumber(char: number): boolean {
  if (char >= ZERO && char <= NINE) return true;
  // Setting 0x20 turns a capital letter into a small one.
  return char === POINT || char === MINUS || char === PLUS || (char | 0x20) === 0x65;
}

/** Checks a value. `path` leads to it. All values of a body share this one array. */
function inspect(value: unknown, path: Path, issues: FieldIssue[]): void {
  if (issues.length >= MAX_ISSUES) return;
  if (typeof value === 'string') {
    if (!isStorableText(value)) issues.push(unstorable(path, 'text'));
  } else if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      path.push(index);
      inspect(value[index], path, issues);
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
  // No honest client sends this name. A careless copy of the object would make its value a
  // prototype.
  else if (name === '__proto__') {
    issues.push(bodyIssue(path, 'unrecognized_key', 'The name __proto__ is not allowed.'));
  } else inspect(value, path, issues);
}

function unstorable(path: Path, what: 'text' | 'name'): FieldIssue {
  const detail = `The ${what} holds a NUL character or half a surrogate pair.`;
  return bodyIssue(path, 'invalid_text', detail);
}
