import type { AnyTRPCProcedure } from '@trpc/server';
import { generateOpenApiDocument, type OpenApiRouter } from 'trpc-to-openapi';
import { z } from 'zod';
import { createSchema, type oas31 } from 'zod-openapi';
import { documentedOutputs, type OperationMeta } from '../trpc/operation.ts';
import { appRouter } from '../trpc/router.ts';
import { BASE_PATH } from './base-path.ts';
import { completeOperation, type DocumentedProcedure } from './openapi/complete-operation.ts';
import { headerComponents } from './openapi/headers.ts';
import { info, securitySchemes, tags } from './openapi/info.ts';
import { parameterComponents } from './openapi/parameters.ts';
import { sharedResponses } from './openapi/problem-responses.ts';
import { problemSchema } from './openapi/problem-schema.ts';
import { type Schema, tidySchema } from './openapi/tidy-schema.ts';

/** The published `openapi.v1.json`: generated from the procedures, completed from their meta. */
export function openApiDocument(): oas31.OpenAPIObject {
  const { title, description, version } = info;
  const generated = generateOpenApiDocument(appRouter as unknown as OpenApiRouter, {
    title,
    description,
    version,
    openApiVersion: '3.1.0',
    baseUrl: BASE_PATH,
    securitySchemes,
  }) as oas31.OpenAPIObject;
  const procedures = documentedProcedures();
  const schemas = responseSchemas(generated);
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: BASE_PATH, description: 'On the host of the product.' }],
    tags,
    paths: pathsOf(generated.paths ?? {}, procedures, schemas),
    components: {
      securitySchemes,
      schemas: { ...schemas, Problem: problemSchema },
      headers: headerComponents,
      parameters: parameterComponents,
      responses: sharedResponses(procedures.map(({ meta }) => meta)),
    },
  };
}

/** What the generator has found in plain outputs, and what stands behind those that PostgreSQL writes. */
function responseSchemas(generated: oas31.OpenAPIObject): Record<string, Schema> {
  const { components } = createSchema(z.union(documentedOutputs()), { openapiVersion: '3.1.0' });
  return Object.fromEntries(
    Object.entries({ ...generated.components?.schemas, ...components })
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, schema]) => [id, tidySchema(schema, 'response') as Schema]),
  );
}

function documentedProcedures(): DocumentedProcedure[] {
  // At run time the procedures of nested routers stand flat under their dotted names.
  const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;
  return Object.values(procedures).map(({ _def }) => {
    const { inputs } = _def as unknown as { inputs: [z.ZodObject] };
    return { meta: _def.meta as OperationMeta, input: inputs[0] };
  });
}

function pathsOf(
  generated: oas31.PathsObject,
  procedures: DocumentedProcedure[],
  schemas: Record<string, Schema>,
): oas31.PathsObject {
  const paths: oas31.PathsObject = {};
  for (const procedure of procedures) {
    const { path, method } = procedure.meta.openapi ?? {};
    if (!path || !method) continue;
    const verb = method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete';
    const operation = generated[path]?.[verb];
    if (!operation) throw new Error(`${method} ${path} was not generated`);
    paths[path] = { ...paths[path], [verb]: completeOperation(operation, procedure, schemas) };
  }
  return paths;
}
