import { createHash } from 'node:crypto';
import type { Reply } from '../respond.ts';

let kept: { body: string; tag: string } | undefined;

/** Made when it is first asked for: the generator and its imports would make every start slower. */
async function document(): Promise<{ body: string; tag: string }> {
  if (kept) return kept;
  const { openApiDocument } = await import('./document.ts');
  const body = JSON.stringify(openApiDocument());
  const tag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  kept = { body, tag };
  return kept;
}

/** Open to everyone and the one answer that may be kept by the client (D20, D24). */
export async function documentReply(ifNoneMatch: string | undefined): Promise<Reply> {
  const { body, tag } = await document();
  // Weak: packed and plain, it is the same document.
  const headers = { ETag: `W/${tag}`, 'Cache-Control': 'public, max-age=300' };
  const known = ifNoneMatch?.split(',').some((given) => given.trim().replace(/^W\//, '') === tag);
  return known ? { status: 304, body: null, headers } : { status: 200, body, headers };
}
