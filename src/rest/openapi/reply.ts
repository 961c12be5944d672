import { createHash } from 'node:crypto';
import { loadOnce } from '../../shared/load/load-once.ts';
import type { Reply } from '../respond.ts';

/** The addresses that only a running server knows. */
export type Addresses = { errorsUrl: string; publicUrl: string };

const kept = new Map<string, { body: string; tag: string }>();

export const loadGenerator = loadOnce(() => import('./document.ts'));

/** The document is made at the first request, because this would slow down each start. */
async function document(addresses: Addresses): Promise<{ body: string; tag: string }> {
  const { errorsUrl, publicUrl } = addresses;
  const key = `${errorsUrl} ${publicUrl}`;
  const cached = kept.get(key);
  if (cached) return cached;
  const { openApiDocument } = await loadGenerator();
  const body = JSON.stringify(openApiDocument(addresses));
  const tag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  const made = { body, tag };
  kept.set(key, made);
  return made;
}

/**
 * Answers with the document. The request needs no key, and clients may cache the answer, unlike other answers
 * (D20, D24). Browsers may load it from any origin, because editors and generators in the browser need it
 * (D7).
 */
export async function documentReply(
  ifNoneMatch: string | undefined,
  addresses: Addresses,
): Promise<Reply> {
  const { body, tag } = await document(addresses);
  // The ETag is weak, because it is the same for the compressed document and for the plain one.
  const headers = {
    ETag: `W/${tag}`,
    'Cache-Control': 'public, max-age=300',
    'Access-Control-Allow-Origin': '*',
  };
  const matches = ifNoneMatch?.split(',').some((etag) => etag.trim().replace(/^W\//, '') === tag);
  return matches ? { status: 304, body: null, headers } : { status: 200, body, headers };
}
