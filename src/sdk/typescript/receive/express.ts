import { alreadyRead, LimitedBody } from './limited-body.ts';
import {
  type HandleEvent,
  Receiver,
  type ReceiverOptions,
  type Reply,
  type SecretsFrom,
} from './receiver.ts';
import type { RawBody } from './unwrap.ts';

/** The parts of a request of Express, Connect or Node that the receiver needs. */
export type ExpressRequest = {
  method?: string | undefined;
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body after a body parser. */
  body?: unknown;
  /** Some platforms and frameworks keep the bytes here. */
  rawBody?: unknown;
  readableDidRead?: boolean;
  readableEnded?: boolean;
  on(event: string, listener: (part: unknown) => void): unknown;
  pause(): unknown;
};

export type ExpressResponse = {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  end(text: string): unknown;
};

export type MakeExpressReceiver<E> = <C extends ExpressRequest = ExpressRequest>(
  secrets: SecretsFrom<C>,
  handle: HandleEvent<E, C>,
  options?: ReceiverOptions,
) => (request: C, response: ExpressResponse, next?: (error: unknown) => void) => Promise<void>;

export function receiver<E extends { id: string }, C extends ExpressRequest>(
  secrets: SecretsFrom<C>,
  handle: HandleEvent<E, C>,
  options?: ReceiverOptions,
): (request: C, response: ExpressResponse, next?: (error: unknown) => void) => Promise<void> {
  const receiving = new Receiver<E, C>(secrets, handle, options);
  return async (request, response, next) => {
    const { method = '', headers } = request;
    const body = () => bodyOf(request);
    try {
      answer(response, await receiving.receive({ method, headers, body, context: request }));
    } catch (error) {
      if (next) return next(error);
      // Node has no handler of errors, so the receiver logs the error itself.
      console.error(error);
      answer(response, { status: 500, headers: {}, text: 'the event could not be handled' });
    }
  };
}

function bodyOf(request: ExpressRequest): RawBody | Promise<RawBody> {
  for (const kept of [request.rawBody, request.body]) {
    if (kept instanceof Uint8Array || typeof kept === 'string') return kept;
  }
  if (!request.readableDidRead && !request.readableEnded) return readStream(request);
  throw alreadyRead('Put the receiver before express.json(), or give its route express.raw()');
}

function readStream(request: ExpressRequest): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const limited = new LimitedBody();
    request.on('data', (part) => {
      try {
        limited.add(part instanceof Uint8Array ? part : new TextEncoder().encode(String(part)));
      } catch (error) {
        request.pause();
        reject(error);
      }
    });
    request.on('end', () => resolve(limited.bytes()));
    request.on('error', reject);
    request.on('close', () => reject(new Error('The request was cut off')));
  });
}

function answer(response: ExpressResponse, { status, headers, text }: Reply): void {
  response.statusCode = status;
  // The rest of a body that is too large is not read.
  if (status === 413) response.setHeader('Connection', 'close');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(text);
}
