import { alreadyRead, readRequest } from './limited-body.ts';
import { type HandleEvent, Receiver, type ReceiverOptions, type SecretsFrom } from './receiver.ts';
import { answerOf } from './workers.ts';

/** The context of Hono, as far as the receiver needs it. */
export type HonoContext = {
  req: {
    raw: Request;
    /** What was read of the body before. */
    bodyCache: object;
    arrayBuffer(): Promise<ArrayBuffer>;
  };
};

/** An application need not say of which type its settings are. */
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
  // Hono keeps what a middleware has read. Of a text it makes the same bytes again, of JSON it does not.
  if ('text' in req.bodyCache || 'arrayBuffer' in req.bodyCache) return req.arrayBuffer();
  throw alreadyRead('Put the receiver before the middleware that reads it');
}
