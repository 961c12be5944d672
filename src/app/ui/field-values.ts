import { z } from 'zod';
import type { Language } from '../../shared/language/language.ts';
import {
  type Field,
  type Fields,
  forEachField,
  type ValuesOf,
} from '../../shared/schema/fields.ts';
import { text } from '../../shared/schema/text.ts';
import { dayText } from '../text/day-text.ts';

/** What a form holds of each field: the text of its input. */
export type Typed<F extends Fields> = { readonly [N in keyof F & string]: string };

/** What people can choose for a field: the text of each value, and its name for people. */
export type Choices = readonly (readonly [typed: string, name: string])[];
export type ChoicesOf = Readonly<Record<string, Choices>>;

/** Schemas of the server's input. */
export type Checks = Readonly<Record<string, z.ZodType>>;

/** How a value becomes the text of an input, and a text the value. Undefined: the text is no value. */
type Kind = { write: (value: unknown) => string; read: (text: string) => unknown };

const plain: Kind = { write: String, read: (text) => text };

const kinds: Record<Field['kind'], Kind> = {
  text: plain,
  email: plain,
  url: plain,
  'long-text': plain,
  number: { write: String, read: (text) => (/^\d+$/.test(text) ? Number(text) : undefined) },
  date: plain,
  // One entry a line, because an entry may contain any other sign.
  list: {
    write: (value) => (Array.isArray(value) ? value.join('\n') : ''),
    read: (text) => text.split('\n').flatMap((line) => line.trim() || []),
  },
  json: { write: (value) => JSON.stringify(value, null, 2), read: objectIn },
};

function objectIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What a form for this object begins with. */
export function typedOf<F extends Fields>(fields: F, object: object = {}): Typed<F> {
  const values = new Map<string, unknown>(Object.entries(object));
  return forEachField(fields, ({ kind }, name) => {
    const value = values.get(name);
    return value === null || value === undefined ? '' : kinds[kind].write(value);
  });
}

/** The value that a person has typed, without the white space around it. */
function valueIn(field: Field, typed: string): unknown {
  const trimmed = typed.trim();
  const { kind, isRequired = kind === 'list' } = field;
  return trimmed === '' && !isRequired ? null : kinds[kind].read(trimmed);
}

/** The values that a person has typed. */
export function valuesIn<F extends Fields>(fields: F, typed: Typed<F>) {
  return forEachField(fields, (field, name) => valueIn(field, typed[name])) as ValuesOf<F>;
}

/** The values of the fields that the person has changed. An edit leaves the others as they are. */
export function changesOf<F extends Fields>(fields: F, before: Typed<F>, now: Typed<F>) {
  const values = Object.entries(valuesIn(fields, now));
  const changed = values.filter(([name]) => now[name] !== before[name]);
  return Object.fromEntries(changed) as Partial<ValuesOf<F>>;
}

/** What the server accepts of a field, if the form does not say it by `checks`. */
function checkOf({ kind, most = Number.POSITIVE_INFINITY }: Field): z.ZodType {
  if (kind === 'json') return z.unknown();
  if (kind === 'list') return z.array(text(most));
  if (kind === 'number') return z.int();
  return kind === 'date' ? z.iso.date() : text(most);
}

/** Checks what is typed in a form as the server will check what the form sends. */
export function formSchema<F extends Fields>(fields: F, checks: Checks = {}) {
  const inputs = forEachField(fields, (field, name) => {
    const check = checks[name] ?? checkOf(field);
    return z.string().check(({ value: typed, issues }) => {
      const value = valueIn(field, typed);
      if (value === null) return;
      // What Zod says of a number that is too large, it says of a text that is too long.
      if (field.kind === 'number' && !check.safeParse(value).success) {
        issues.push({ code: 'custom', input: typed });
        return;
      }
      if (value === undefined) {
        issues.push({ code: 'invalid_format', format: 'json_string', input: typed });
        return;
      }
      // Without the path, because the form shows the error of a part at the whole field.
      for (const issue of check.safeParse(value).error?.issues ?? []) {
        issues.push({ ...issue, path: [], input: typed } as z.core.$ZodRawIssue);
      }
    });
  });
  return z.object(inputs);
}

/** A value as people read it. Undefined: it is none, or an object with names of its own. */
export function readable(
  field: Field | undefined,
  value: unknown,
  language: Language,
  choices: Choices = [],
): string | undefined {
  if (!field || field.kind === 'json' || value === null || value === undefined) return undefined;
  if (field.kind === 'date') return dayText(String(value), language);
  const written = kinds[field.kind].write(value);
  const chosen = choices.find(([typed]) => typed === written)?.[1];
  return chosen ?? (Array.isArray(value) ? value.join(', ') : written);
}
