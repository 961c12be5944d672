import { createHash } from 'node:crypto';
import { openApiDocument } from './openapi-document.ts';
import type { Reply } from './respond.ts';

let kept: { body: string; etag: string } | undefined;

function document(): { body: string; etag: string } {
  if (kept) return kept;
  const body = JSON.stringify(openApiDocument());
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  kept = { body, etag };
  return kept;
}

/** Open to everyone and the one answer that may be kept by the client (D20, D24). */
export function documentReply(ifNoneMatch: string | undefined): Reply {
  const { body, etag } = document();
  const headers = { ETag: etag, 'Cache-Control': 'public, max-age=300' };
  const known = ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  return known ? { status: 304, body: null, headers } : { status: 200, body, headers };
}
