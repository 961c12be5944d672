import { generateOpenApiDocument, type OpenApiRouter } from 'trpc-to-openapi';
import { z } from 'zod';
import { createSchema, type oas31 } from 'zod-openapi';
import { appRouter } from '../../features/router.ts';
import { documentedOutputs } from '../../operation/procedure.ts';
import { tags } from '../../operation/tags.ts';
import { BASE_PATH } from '../base-path.ts';
import { routes } from '../routes.ts';
import { completeOperation } from './complete-operation.ts';
import { headerComponents } from './headers.ts';
import { info, securitySchemes } from './info.ts';
import { parameterComponents } from './parameters.ts';
import { sharedResponses } from './problem-responses.ts';
import { problemSchema } from './problem-schema.ts';
import { type Schema, tidySchema } from './tidy-schema.ts';
import { deliveryHeaders, eventSchemas, eventTag, webhooks } from './webhooks.ts';

/**
 * Makes the published `openapi.v1.json` from the procedures and their meta. Only a running server knows its
 * own address and the address of its page of errors. Without these addresses, the paths are relative.
 */
export function openApiDocument({
  errorsUrl = 'https://team.example/errors',
  publicUrl = '',
} = {}): oas31.OpenAPIObject {
  const { title, description, version } = info;
  const generated = generateOpenApiDocument(appRouter as unknown as OpenApiRouter, {
    title,
    description,
    version,
    openApiVersion: '3.1.0',
    baseUrl: BASE_PATH,
    securitySchemes,
  }) as oas31.OpenAPIObject;
  const schemas = responseSchemas(generated);
  return {
    openapi: '3.1.0',
    info,
    externalDocs: { url: errorsUrl, description: 'What each error code means, and what to do.' },
    servers: [{ url: `${publicUrl}${BASE_PATH}`, description: 'On the host of the product.' }],
    tags: [...tags, eventTag],
    paths: pathsOf(generated.paths ?? {}, schemas),
    webhooks: webhooks(),
    components: {
      securitySchemes,
      schemas: { ...schemas, ...eventSchemas(), Problem: problemSchema },
      headers: headerComponents,
      parameters: { ...parameterComponents, ...deliveryHeaders },
      responses: sharedResponses(routes.map(({ meta }) => meta)),
    },
  };
}

/**
 * The schemas of all outputs. The generator finds most of them. We add the schemas of answers that PostgreSQL
 * writes.
 */
function responseSchemas(generated: oas31.OpenAPIObject): Record<string, Schema> {
  const { components } = createSchema(z.union(documentedOutputs()), { openapiVersion: '3.1.0' });
  return Object.fromEntries(
    Object.entries({ ...generated.components?.schemas, ...components })
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, schema]) => [id, tidySchema(schema, 'response') as Schema]),
  );
}

function pathsOf(generated: oas31.PathsObject, schemas: Record<string, Schema>): oas31.PathsObject {
  const paths: oas31.PathsObject = {};
  for (const route of routes) {
    const { method, template } = route;
    const verb = method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete';
    const operation = generated[template]?.[verb];
    if (!operation) throw new Error(`${method} ${template} was not generated`);
    paths[template] = { ...paths[template], [verb]: completeOperation(operation, route, schemas) };
  }
  return paths;
}
