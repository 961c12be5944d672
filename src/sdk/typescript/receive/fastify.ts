import { alreadyRead } from './limited-body.ts';
import { type HandleEvent, Receiver, type ReceiverOptions, type SecretsFrom } from './receiver.ts';

/** The parts of a request of Fastify that the receiver needs. */
export type FastifyRequest = {
  method: string;
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  body: unknown;
};

export type FastifyReply = {
  code(status: number): unknown;
  headers(headers: Record<string, string>): unknown;
  send(text: string): unknown;
};

export type FastifyInstance = {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer' },
    parser: (request: unknown, body: unknown, done: (error: null, body: unknown) => void) => void,
  ): unknown;
  post(
    path: string,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): unknown;
};

export type MakeFastifyReceiver<E> = (
  secrets: SecretsFrom<FastifyRequest>,
  handle: HandleEvent<E, FastifyRequest>,
  options?: ReceiverOptions,
) => (instance: FastifyInstance) => Promise<void>;

export function receiver<E extends { id: string }>(
  secrets: SecretsFrom<FastifyRequest>,
  handle: HandleEvent<E, FastifyRequest>,
  options?: ReceiverOptions,
): (instance: FastifyInstance) => Promise<void> {
  const receiving = new Receiver<E, FastifyRequest>(secrets, handle, options);
  return async (instance) => {
    // This applies only to the plugin. The other routes of the application parse as before.
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    instance.post('/', async (request, reply) => {
      const { method, headers } = request;
      const answer = await receiving.receive({
        method,
        headers,
        body: () => bodyOf(request),
        context: request,
      });
      reply.code(answer.status);
      reply.headers(answer.headers);
      return reply.send(answer.text);
    });
  };
}

function bodyOf({ body = new Uint8Array() }: FastifyRequest): Uint8Array {
  if (body instanceof Uint8Array) return body;
  throw alreadyRead('Register the receiver with app.register(), so that it has its own parser');
}
