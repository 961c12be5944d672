import type { z } from 'zod';
import { columnTypesOf, type Model, type Row } from './write-row.ts';

/** The SQL of the fields that are no plain column of the model. Other fields may have SQL of their own too. */
type Computed<Fields, M extends Model> = {
  readonly [F in Exclude<keyof Fields, keyof Row<M>>]: string;
} & { readonly [F in keyof Fields]?: string };

/**
 * The select list of an object in its public form: the fields of its schema, in their order. A field that is a column of
 * the table `as` needs no SQL.
 */
export function selectList<Fields extends z.ZodRawShape, M extends Model>(
  { shape }: z.ZodObject<Fields>,
  { model, as }: { model: M; as: string },
  computed: Computed<Fields, M>,
): string {
  const types = columnTypesOf(model);
  const sqlOf = (field: string): string => {
    const expression = (computed as Readonly<Record<string, string | undefined>>)[field];
    if (expression !== undefined) return `${expression} as ${field}`;
    const column = `${as}.${field}`;
    return types[field] === 'timestamptz' ? `iso(${column}) as ${field}` : column;
  };
  return Object.keys(shape).map(sqlOf).join(', ');
}
