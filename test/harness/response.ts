import type { IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

type Item = { [name: string]: unknown; id: string; user_id: string; status: string };
type Issue = { in: string; pointer: string; code: string; detail: string };

/** Fields that a test may read in any JSON answer. The contract check decides whether they may be there. */
type Body = {
  [name: string]: unknown;
  id: string;
  user_id: string;
  status: unknown;
  data: Item[];
  next_cursor: string | null;
  code: string;
  title: string;
  detail?: string;
  request_id: string;
  errors?: Issue[];
  retry_after?: number;
};

export type ApiResponse = {
  method: string;
  /** The URL that was sent, with its query. */
  url: string;
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** Empty if the answer is no JSON. */
  body: Body;
};

export function newResponse(
  request: { method: string; url: string },
  answer: { status: number; headers: IncomingHttpHeaders; text: string },
): ApiResponse {
  const isJson = answer.text !== '' && /json/.test(answer.headers['content-type'] ?? '');
  const body = (isJson ? JSON.parse(answer.text) : {}) as Body;
  return { ...request, ...answer, body };
}

/** The uncompressed text of a body (D19). */
export function textOf(body: Buffer, headers: IncomingHttpHeaders): string {
  const coding = headers['content-encoding'];
  if (coding === 'br') return brotliDecompressSync(body).toString();
  return (coding === 'gzip' ? gunzipSync(body) : body).toString();
}

/** The numbers of the rate headers. */
export function rateOf({ headers }: ApiResponse): {
  limit: number;
  remaining: number;
  reset: number;
} {
  return {
    limit: Number(headers['ratelimit-limit']),
    remaining: Number(headers['ratelimit-remaining']),
    reset: Number(headers['ratelimit-reset']),
  };
}
