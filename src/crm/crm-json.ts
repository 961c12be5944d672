/** JSON of a provider. A number is the text that was sent, so that no digit is lost. */
export type CrmJson = string | boolean | null | CrmJson[] | { [name: string]: CrmJson };

/** No answer of a provider is nested more deeply. The parser of a deeper one would run out of stack. */
const MAX_DEPTH = 64;

/** Reads a JSON text. Throws a SyntaxError. */
export function parseCrmJson(text: string): CrmJson {
  if (isDeep(text)) throw new SyntaxError('The JSON is nested too deeply');
  return JSON.parse(text, storable) as CrmJson;
}

/** The compiler does not know the third argument yet, the text of a value that is no object. */
function storable(...[, value, context]: [string, unknown, { source?: string }?]): unknown {
  if (typeof value === 'number') return context?.source ?? `${value}`;
  // PostgreSQL stores neither NUL nor half of a surrogate pair.
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Strings are skipped: their brackets nest nothing. A regular expression would run out of stack in a long string. */
function isDeep(text: string): boolean {
  let depth = 0;
  let isString = false;
  for (let index = 0; index < text.length && depth <= MAX_DEPTH; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) isString = !isString;
    else if (isString && code === BACKSLASH) index += 1;
    else if (isString) continue;
    else if (OPENING.has(code)) depth += 1;
    else if (CLOSING.has(code)) depth -= 1;
  }
  return depth > MAX_DEPTH;
}
