import { alreadyRead, readRequest } from './limited-body.ts';
import { type HandleEvent, Receiver, type ReceiverOptions, type SecretsFrom } from './receiver.ts';
import { answerOf } from './workers.ts';

/** The parts of the context of Hono that the receiver needs. */
export type HonoContext = {
  req: {
    raw: Request;
    /** The body, in each form in which a middleware has read it. */
    bodyCache: object;
    arrayBuffer(): Promise<ArrayBuffer>;
  };
};

/** With this type, an application need not declare the type of its settings. */
type WithSettings = { env: Record<string, string | undefined> };

export type MakeHonoReceiver<E> = <C extends HonoContext = HonoContext>(
  secrets: SecretsFrom<C & WithSettings>,
  handle: HandleEvent<E, C>,
  options?: ReceiverOptions,
) => (context: C) => Promise<Response>;

export function receiver<E extends { id: string }, C extends HonoContext>(
  secrets: SecretsFrom<C & WithSettings>,
  handle: HandleEvent<E, C>,
  options?: ReceiverOptions,
): (context: C) => Promise<Response> {
  const receiving = new Receiver<E, C>(secrets as SecretsFrom<C>, handle, options);
  return async (context) => {
    const { method, headers } = context.req.raw;
    const body = () => bodyOf(context);
    return answerOf(await receiving.receive({ method, headers, body, context }));
  };
}

async function bodyOf({ req }: HonoContext): Promise<Uint8Array | ArrayBuffer> {
  if (!req.raw.bodyUsed) return readRequest(req.raw);
  // Hono keeps the body that a middleware has read. It can make the same bytes from a text, but not
  // from JSON.
  if ('text' in req.bodyCache || 'arrayBuffer' in req.bodyCache) return req.arrayBuffer();
  throw alreadyRead('Put the receiver before the middleware that reads it');
}
