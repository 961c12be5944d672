import { z } from 'zod';
import type { connectTexts } from './texts.ts';

type Texts = (typeof connectTexts)['de'];
export type FieldName = keyof Texts['fields'];

/** The server says what a provider asks for. This is what the union of its inputs allows. */
export type Entered =
  | { access_token: string }
  | { api_token: string; company: string }
  | { my_domain: string; consumer_key: string; consumer_secret: string }
  | Record<string, never>;

/** Hosts are names, not secrets: they are shown while they are typed. */
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

/** A value that was copied often has a space or a line break at its end. */
export function trimmed(values: Record<string, string>): Entered {
  const entries = Object.entries(values).map(([name, value]) => [name, value.trim()]);
  return Object.fromEntries(entries) as Entered;
}
