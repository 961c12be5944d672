import { createHash } from 'node:crypto';
import { openApiDocument } from '../../src/rest/openapi/document.ts';

/** The digest of the present document. The newest entry of the customers' changelog ends with it. */
export function digestOf(): string {
  const text = JSON.stringify(openApiDocument());
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
