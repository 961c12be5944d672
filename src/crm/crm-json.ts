/** JSON of a provider. A number is the text that was sent, so that no digit is lost. */
export type CrmJson = string | boolean | null | CrmJson[] | { [name: string]: CrmJson };

/** No answer of a provider is nested more deeply. The parser of a deeper one would run out of stack. */
const MAX_DEPTH = 64;

/** Reads a JSON text. Throws a SyntaxError. */
export function parseCrmJson(text: string): CrmJson {
  const json = JSON.parse(numbersAsTexts(text)) as CrmJson;
  return UNSTORABLE.test(text) || !text.isWellFormed() ? storable(json) : json;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
/** With this bit, `[` and `{` are one code, and so are `]` and `}`. */
const BRACES = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/** A number of JSON that is no name of a field: such a text is no JSON, and must not become any. */
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?!\s*:)/y;

/**
 * Puts the numbers of a JSON text into quotes, and throws if it is nested too deeply. A reviver, which is also told the
 * digits, costs five times as much (P546). Whatever is no number of JSON stays, for the parser to refuse.
 */
function numbersAsTexts(text: string): string {
  let depth = 0;
  let quoted = '';
  let taken = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at + 1);
    else if ((code | BRACES) === OPENING) {
      depth += 1;
      if (depth > MAX_DEPTH) throw new SyntaxError('The JSON is nested too deeply');
    } else if ((code | BRACES) === CLOSING) depth -= 1;
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      NUMBER.lastIndex = at;
      if (!NUMBER.test(text)) continue;
      quoted += `${text.slice(taken, at)}"${text.slice(at, NUMBER.lastIndex)}"`;
      taken = NUMBER.lastIndex;
      at = taken - 1;
    }
  }
  return quoted + text.slice(taken);
}

/** Where a string ends that begins before `from`. Its brackets nest nothing. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let begin = end;
    while (text.charCodeAt(begin - 1) === BACKSLASH) begin -= 1;
    if ((end - begin) % 2 === 0) return end;
  }
  return text.length;
}

/** An escaped NUL, or half of a surrogate pair. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
function storable(json: CrmJson): CrmJson {
  if (typeof json === 'string') return json.replaceAll('\0', '').toWellFormed();
  if (json === null || typeof json === 'boolean') return json;
  if (Array.isArray(json)) return json.map(storable);
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, storable(value)]));
}
