import { z } from 'zod';
import type { connectTexts } from './texts.ts';

type Texts = (typeof connectTexts)['de'];
export type FieldName = keyof Texts['fields'];

/** All fields that any provider asks for. The server says which ones a provider needs. */
export type Entered =
  | { access_token: string }
  | { api_token: string; company: string }
  | { my_domain: string; consumer_key: string; consumer_secret: string }
  | Record<string, never>;

/** Fields that hold names, not secrets: they are readable while a person types. */
export const openFields: readonly string[] = ['company', 'my_domain', 'consumer_key'];

export function isFieldName(name: string, t: Texts): name is FieldName {
  return Object.hasOwn(t.fields, name);
}

/** What the browser checks before it sends. The provider says whether the values are right. */
export function credentialForm(
  fields: readonly string[],
): z.ZodType<unknown, Record<string, string>> {
  return z.object(
    Object.fromEntries(fields.map((name) => [name, z.string().trim().min(1).max(2_000)])),
  );
}

/** A copied value often ends with a space or a line break. */
export function trimmed(values: Record<string, string>): Entered {
  const entries = Object.entries(values).map(([name, value]) => [name, value.trim()]);
  return Object.fromEntries(entries) as Entered;
}
