import { inSentOrder } from './event-fields.ts';

/** What a program may have done to a body before it checked the signature. */
export type BodyFault =
  | 'charset'
  | 'bom'
  | 'python_bytes'
  | 'encoded_twice'
  | 'line_end'
  | 'blanks_around'
  | 'indented'
  | 'spaced'
  | 'escaped_slashes'
  | 'escaped_html'
  | 'escaped_letters'
  | 'rewritten'
  | 'order';

export type BodyGuess = { body: Uint8Array; faults: BodyFault[] };

type Step = { fault: BodyFault; undo(text: string): string };

/** The order in which the changes are undone, the outermost first. The service sends a body as compact JSON. */
const steps: Step[] = [
  { fault: 'bom', undo: (text) => text.replace(/^\uFEFF/, '') },
  { fault: 'python_bytes', undo: withoutBytesLiteral },
  { fault: 'encoded_twice', undo: unquoted },
  { fault: 'line_end', undo: (text) => text.replace(/[\r\n]+$/, '') },
  { fault: 'blanks_around', undo: (text) => text.trim() },
  { fault: 'indented', undo: (text) => (/[\r\n]/.test(text) ? withoutBlanks(text) : text) },
  { fault: 'spaced', undo: withoutBlanks },
  { fault: 'escaped_slashes', undo: (text) => unescaped(text, (letter) => letter === '/') },
  {
    fault: 'escaped_html',
    undo: (text) => unescaped(text, (letter) => /[<>&']/.test(letter)),
  },
  { fault: 'escaped_letters', undo: (text) => unescaped(text, (letter) => letter > '\x7F') },
  { fault: 'rewritten', undo: (text) => reparsed(text, (value) => value) },
  { fault: 'order', undo: (text) => reparsed(text, inSentOrder) },
];

/**
 * The given body, and the bodies that it may have been before. Each step undoes one more change. So the first guess with
 * a matching signature tells exactly the changes that were made.
 */
export function bodyGuesses(given: Uint8Array): BodyGuess[] {
  const guesses: BodyGuess[] = [{ body: given, faults: [] }];
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(given);
  addSteps(guesses, text, []);
  const read = readAsUtf8(text);
  if (read !== undefined) addSteps(guesses, read, ['charset']);
  return guesses;
}

function addSteps(guesses: BodyGuess[], begin: string, known: BodyFault[]): void {
  const encoder = new TextEncoder();
  let text = begin;
  let faults = known;
  if (known.length > 0) guesses.push({ body: encoder.encode(text), faults });
  for (const { fault, undo } of steps) {
    const undone = undo(text);
    if (undone === text) continue;
    text = undone;
    faults = [...faults, fault];
    guesses.push({ body: encoder.encode(text), faults });
  }
}

const jsonToken = /"(?:[^"\\]|\\.)*"|\s+/g;

/** Removes blanks between values. Blanks inside texts stay. */
function withoutBlanks(text: string): string {
  return text.replace(jsonToken, (token) => (token.startsWith('"') ? token : ''));
}

/** Replaces escapes that JSON does not need by the letters themselves. */
function unescaped(text: string, isMeant: (letter: string) => boolean): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (written, hex?: string, plain?: string) => {
    if (hex === undefined) return plain === '/' && isMeant('/') ? '/' : written;
    const letter = String.fromCharCode(Number.parseInt(hex, 16));
    return isMeant(letter) ? letter : written;
  });
}

function reparsed(text: string, change: (value: unknown) => unknown): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? JSON.stringify(change(value)) : text;
  } catch {
    return text;
  }
}

/** Takes the JSON out of a JSON string: it was written twice. */
function unquoted(text: string): string {
  if (!/^\s*"/.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}

/** Removes `b'…'`, which Python prints around bytes. */
function withoutBytesLiteral(text: string): string {
  const [, quote, inner] = /^\s*b(['"])(.*)\1\s*$/s.exec(text) ?? [];
  if (quote === undefined || inner === undefined) return text;
  const bytes = inner.replace(/\\(?:x([0-9a-f]{2})|(.))/g, (_, hex?: string, plain = '') => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    return { n: '\n', r: '\r', t: '\t' }[plain as string] ?? plain;
  });
  return readAsUtf8(bytes) ?? bytes;
}

/** Corrects a text that was UTF-8 but was read as ISO 8859-1 or Windows-1252. */
function readAsUtf8(text: string): string | undefined {
  if (!/[^\0-\x7F]/.test(text)) return undefined;
  const bytes = [...text].map((letter) => byteOf(letter));
  if (!bytes.every((byte) => byte !== undefined)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(bytes));
  } catch {
    return undefined;
  }
}

function byteOf(letter: string): number | undefined {
  const code = letter.codePointAt(0) ?? 0;
  return code <= 0xff ? code : windows1252.get(letter);
}

/** The letters of Windows-1252 that ISO 8859-1 does not have. */
const windows1252 = new Map(
  Array.from({ length: 32 }, (_, n) => [
    new TextDecoder('windows-1252').decode(new Uint8Array([0x80 + n])),
    0x80 + n,
  ]),
);
