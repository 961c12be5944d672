import { type Filled, prepareRequest } from '../sender/prepare-request.ts';
import type { Answer } from './sender-answer.ts';

/** The time limit is longer than the 30 seconds after which the server gives up. */
export const PATIENCE_MS = 40_000;

/**
 * Sends a request to this page's own origin. The address is only a path, and redirects are not followed, so the key
 * cannot go elsewhere.
 */
export async function exchange(filled: Filled, signal: AbortSignal): Promise<Answer> {
  const { method, path, headers, body } = prepareRequest(filled);
  const began = performance.now();
  const response = await fetch(path, {
    method,
    headers: [...headers, ['Accept-Language', document.documentElement.lang]],
    body,
    signal,
    ...({ credentials: 'omit', redirect: 'error', cache: 'no-store' } as const),
  });
  const bytes = await response.arrayBuffer();
  return {
    status: response.status,
    phrase: response.statusText,
    headers: [...response.headers],
    body: new TextDecoder().decode(bytes),
    bytes: bytes.byteLength,
    ms: performance.now() - began,
  };
}
