import type { FieldIssue } from '../shared/errors/errors.ts';
import type { IssueCode } from '../shared/errors/issue-codes.ts';
import { jsonPointer } from '../shared/json/json-pointer.ts';

export const MAX_LENGTH = 8192;
export const MAX_PARAMETERS = 50;
/** The longest id that a path may have (D30). */
export const MAX_PATH_SEGMENT = 100;
const LONGEST_ENCODED_CHARACTER = 12; // four bytes of UTF-8 as %XX

export type ParsedQuery = { values: Map<string, string>; issues: FieldIssue[] };

type Fault = { ok: false; code: IssueCode; detail: string };
type Decoded = { ok: true; text: string } | Fault;
type Parameter = { name: string; value: Decoded };

/**
 * Parses strictly, because a filter that is read wrongly must not return all rows (D14 to D17). A Map is
 * used, because an object would have `__proto__`.
 */
export function parseQuery(raw: string): ParsedQuery {
  const parameters = raw.slice(0, MAX_LENGTH + 1).split('&', MAX_PARAMETERS + 1);
  if (raw.length > MAX_LENGTH || parameters.length > MAX_PARAMETERS) {
    const detail = `At most ${MAX_PARAMETERS} parameters and ${MAX_LENGTH} characters.`;
    return { values: new Map(), issues: [queryIssue('', fault('too_big', detail))] };
  }
  const seen = new Map<string, Decoded>();
  for (const parameter of parameters) {
    if (parameter === '') continue;
    const { name, value } = readParameter(parameter);
    // A parameter may come only once (D15).
    const again = name !== '' && seen.has(name);
    seen.set(name, again ? fault('duplicate', 'The parameter is given more than once.') : value);
  }
  const values = new Map<string, string>();
  const issues: FieldIssue[] = [];
  for (const [name, value] of seen) {
    if (!value.ok) issues.push(queryIssue(name, value));
    // An empty parameter counts as absent (D16).
    else if (value.text !== '') values.set(name, value.text);
  }
  return { values, issues };
}

/** Reads a parameter. If its name cannot be read, the name is empty. */
function readParameter(parameter: string): Parameter {
  const end = parameter.includes('=') ? parameter.indexOf('=') : parameter.length;
  const name = decode(parameter.slice(0, end).replaceAll('+', ' '));
  if (!name.ok) return { name: '', value: fault(name.code, `In a parameter name: ${name.detail}`) };
  if (name.text === '') {
    return { name: '', value: fault('invalid_name', 'A parameter has no name.') };
  }
  const value = /[[\]]/.test(name.text)
    ? fault('bracketed', 'Parameters with brackets are not supported.')
    : decode(parameter.slice(end + 1).replaceAll('+', ' '));
  return { name: name.text, value };
}

function queryIssue(name: string, { code, detail }: Fault): FieldIssue {
  return { in: 'query', pointer: name === '' ? '' : jsonPointer([name]), code, detail };
}

function fault(code: IssueCode, detail: string): Fault {
  return { ok: false, code, detail };
}

/**
 * Decodes one segment of a path, or says why it cannot be an id (D30). Whether the object exists is
 * checked later.
 */
export function decodePathSegment(name: string, segment: string): string | FieldIssue {
  const issue = (code: IssueCode, detail: string): FieldIssue => {
    return { in: 'path', pointer: jsonPointer([name]), code, detail };
  };
  const tooLong = issue('too_big', `At most ${MAX_PATH_SEGMENT} characters.`);
  if (segment.length > MAX_PATH_SEGMENT * LONGEST_ENCODED_CHARACTER) return tooLong;
  const decoded = decode(segment);
  if (!decoded.ok) return issue(decoded.code, decoded.detail);
  return [...decoded.text].length > MAX_PATH_SEGMENT ? tooLong : decoded.text;
}

function decode(encoded: string): Decoded {
  const text = percentDecode(encoded);
  if (text === null) {
    return fault('invalid_encoding', 'Not valid percent-encoded UTF-8.');
  }
  if (text.includes('\0')) {
    // PostgreSQL stores no NUL (D17).
    return fault('invalid_text', 'The text holds a NUL character.');
  }
  return { ok: true, text };
}

function percentDecode(encoded: string): string | null {
  // Node passes the raw bytes of the request line on as Latin-1. We do not know their encoding.
  if (!/^[\x20-\x7e]*$/.test(encoded)) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
