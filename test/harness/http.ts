import { once } from 'node:events';
import {
  type Agent,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type ApiResponse, newResponse, textOf } from './response.ts';

export type RequestOptions = {
  key?: string | undefined;
  body?: unknown;
  /** Sent unchanged. The Content-Type is that of JSON unless `headers` has another. */
  raw?: string | Buffer;
  headers?: OutgoingHttpHeaders;
};

/** Sends one request over a real connection. The path is not normalized. */
export async function send(
  place: { port: number; agent: Agent },
  method: string,
  url: string,
  options: RequestOptions = {},
): Promise<ApiResponse> {
  const payload =
    options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const req = httpRequest({
    ...place,
    host: '127.0.0.1',
    method,
    path: url,
    headers: {
      ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
      ...(payload === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      ...options.headers,
    },
  });
  const answered = once(req, 'response');
  req.end(payload);
  const [res] = (await answered) as [IncomingMessage];
  const body = await buffer(res);
  const text = body.length === 0 ? '' : textOf(body, res.headers);
  return newResponse({ method, url }, { status: res.statusCode ?? 0, headers: res.headers, text });
}
