import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { openApiDocument } from '../../src/rest/openapi/document.ts';

/** The types of a client, as a customer would generate them from the published document. */
export async function clientTypes(): Promise<string> {
  const ast = await openapiTS(JSON.parse(JSON.stringify(openApiDocument())) as OpenAPI3);
  return `// Made by scripts/client-types.mjs from the published document.\n${astToString(ast)}`;
}
