import type { InEach, Language } from '../language/language.ts';

/**
 * A field that people fill in. Forms, details, the question about the changes of others and the audit log show it as
 * it is declared, once for each noun. It is plain data, so that a page which only shows it loads no checks.
 */
export type Field = {
  label: InEach<string>;
  /** Stands below the input. */
  hint?: InEach<string>;
  /** Said of a value that does not fit. */
  invalid?: InEach<string>;
  /** How people fill it in, unless the page has choices for it. `json`: an object with names of one's own. */
  kind: 'text' | 'email' | 'url' | 'long-text' | 'number' | 'date' | 'list' | 'json';
  /** The most characters, of a list those of each entry. */
  most?: number;
  /** It cannot be null. */
  isRequired?: true;
  /** The form says that it may be left empty. */
  isOptional?: true;
  /** The height of the input, in lines. */
  rows?: number;
};
export type Fields = Record<string, Field>;

type OfKind<K> = K extends 'list'
  ? string[]
  : K extends 'json'
    ? Record<string, unknown>
    : K extends 'number'
      ? number
      : string;
/** A list is empty rather than null. */
type Nothing<F> = F extends { kind: 'list' } | { isRequired: true } ? never : null;

/** Values of these fields, as a form sends them. */
export type ValuesOf<F extends Fields> = { [N in keyof F]: OfKind<F[N]['kind']> | Nothing<F[N]> };

/** Makes something of each field, by the fields' names. */
export function forEachField<F extends Fields, T>(
  fields: F,
  make: (field: Field, name: keyof F & string) => T,
): Record<keyof F & string, T> {
  const made = Object.entries(fields).map(([name, field]) => [name, make(field, name)]);
  return Object.fromEntries(made) as Record<keyof F & string, T>;
}

export const labelsIn = <F extends Fields>(fields: F, language: Language) =>
  forEachField(fields, ({ label }) => label[language]);
