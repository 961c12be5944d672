import type { AnyTRPCProcedure } from '@trpc/server';
import { expect } from 'vitest';
import { z } from 'zod';
import { appRouter } from '../../src/features/router.ts';
import {
  documentedOutputs,
  hasVersions,
  type ProcedureMeta,
  schemaInApp,
} from '../../src/operation/procedure.ts';
import { staleField } from '../../src/shared/errors/app-errors.ts';
import { editVersion } from '../../src/shared/schema/edit-version-input.ts';

type Inside = {
  meta: ProcedureMeta;
  type: 'query' | 'mutation';
  inputs: [z.ZodType];
  output: z.ZodType;
};
export type NamedProcedure = Inside & { name: string; input: z.ZodType };

/** All procedures by name, so that tests cover later ones too. */
export const procedures: readonly NamedProcedure[] = Object.entries(
  appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>,
).map(([name, procedure]) => {
  const inside = procedure._def as unknown as Inside;
  return { name, ...inside, input: inside.inputs[0] };
});

const outputs = new Map(procedures.map(({ name, output }) => [name, output]));
const documented = new Map(documentedOutputs().map((schema) => [schema.meta()?.id, schema]));

const failure = z.strictObject({
  message: z.string(),
  code: z.int(),
  data: z.strictObject({
    code: z.string().regex(/^[a-z_]+$/),
    httpStatus: z.int(),
    title: z.string(),
    detail: z.string().optional(),
    explanation: z.string().optional(),
    field: z.string().optional(),
    errors: z.array(z.record(z.string(), z.string())).optional(),
    dimension: z.string().optional(),
    id: z.string().optional(),
    retry_after: z.int().optional(),
    changes: z.array(staleField).optional(),
    request_id: z.uuid().nullable(),
  }),
});

/** Throws if an answer of `/trpc` does not fit the schema of its procedure, or reveals a secret. */
export function checkAppAnswer(url: string, headers: Headers, text: string): void {
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('access-control-allow-origin')).toBe(null);
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  const names = new URL(url).pathname.replace(/^\/trpc\//, '').split(',');
  const body: unknown = JSON.parse(text);
  for (const [i, one] of [body].flat().entries()) checkOne(names[i] ?? '', one);
}

function checkOne(name: string, answer: unknown): void {
  if (typeof answer !== 'object' || answer === null) throw new Error(`${name} has no answer`);
  if ('error' in answer) {
    failure.parse(answer.error);
    return;
  }
  const { result } = z.object({ result: z.object({ data: z.unknown() }) }).parse(answer);
  const output = outputs.get(name);
  if (!output) throw new Error(`There is no procedure ${name}`);
  // Parsing with the schema would drop unknown fields, so the texts are compared.
  const data = hasVersions(output) ? withoutVersions(result.data) : result.data;
  expect(schemaOf(output).parse(data), name).toEqual(data);
}

/** Removes `version`: the schema of an object that the app edits is that of REST, and REST has no version. */
function withoutVersions(data: unknown): unknown {
  const page = z.looseObject({ data: z.array(z.unknown()) }).safeParse(data);
  if (page.success) return { ...page.data, data: page.data.data.map(withoutVersions) };
  const { version: _, ...rest } = z.looseObject({ version: editVersion }).parse(data);
  return rest;
}

/** The schema of an answer that PostgreSQL has written. */
function schemaOf(output: z.ZodType): z.ZodType {
  const inApp = schemaInApp(output);
  if (inApp) return inApp;
  const { override } = (output.meta() ?? {}) as { override?: { $ref?: string } };
  const id = override?.$ref?.split('/').at(-1);
  if (id === undefined) return output;
  const schema = documented.get(id);
  if (!schema) throw new Error(`${id} is not described`);
  return schema;
}
