import { endOfString } from '../../shared/json/json-document.ts';
import { CrmFailure } from '../crm-failure.ts';

/** JSON of a provider. A number is the text that the provider sent, so that no digit is lost. */
export type CrmJson = string | boolean | null | CrmJson[] | { [name: string]: CrmJson };

/** No answer of a provider is nested more deeply. A deeper one would exhaust the stack of the parser. */
const MAX_DEPTH = 64;

/** An answer with more values is refused before it is parsed: 16 MB of numbers would take seconds, in a thread too. */
const MOST_VALUES = 1_000_000;

/** Reads a JSON text. Throws a SyntaxError, or a CrmFailure if the text has too many values. */
export function parseCrmJson(text: string): CrmJson {
  refuseManyValues(text);
  const json = JSON.parse(numbersAsTexts(text)) as CrmJson;
  return UNSTORABLE.test(text) || !text.isWellFormed() ? storable(json) : json;
}

const QUOTE = 0x22;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
/** The bit by which `{` differs from `[`, and `}` from `]`. With it set, each pair has one code. */
const BRACES = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

const COMMA = 0x2c;

function refuseManyValues(text: string): void {
  let values = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index + 1);
    else if (code === COMMA || (code | BRACES) === OPENING) values += 1;
    if (values > MOST_VALUES) throw new CrmFailure('contract', { code: 'too_many_values' });
  }
}

/** A JSON number. A number before a colon is no JSON: it must stay as it is, so that the parser refuses it. */
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?!\s*:)/y;

/**
 * Puts the numbers of a JSON text in quotes, and throws if the text is nested too deeply. A reviver could read the
 * digits too, but takes five times as long. Whatever is no JSON number stays, and the parser refuses it.
 */
function numbersAsTexts(text: string): string {
  let depth = 0;
  let quoted = '';
  let taken = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index + 1);
    else if ((code | BRACES) === OPENING) {
      depth += 1;
      if (depth > MAX_DEPTH) throw new SyntaxError('The JSON is nested too deeply');
    } else if ((code | BRACES) === CLOSING) depth -= 1;
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      NUMBER.lastIndex = index;
      if (!NUMBER.test(text)) continue;
      quoted += `${text.slice(taken, index)}"${text.slice(index, NUMBER.lastIndex)}"`;
      taken = NUMBER.lastIndex;
      index = taken - 1;
    }
  }
  return quoted + text.slice(taken);
}

/** An escaped NUL, or half of a surrogate pair. */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
function storable<Json extends CrmJson>(json: Json): Json;
function storable(json: CrmJson): CrmJson {
  if (typeof json === 'string') return json.replaceAll('\0', '').toWellFormed();
  if (json === null || typeof json === 'boolean') return json;
  if (Array.isArray(json)) return json.map(storable);
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [storable(name), storable(value)]),
  );
}
