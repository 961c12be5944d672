import { readRequest } from './limited-body.ts';
import {
  type HandleEvent,
  Receiver,
  type ReceiverOptions,
  type Reply,
  type SecretsFrom,
} from './receiver.ts';

/** The context of a Worker's request. In other runtimes, the context is the request alone. */
export type WorkersContext<Env, Execution> = { request: Request; env: Env; ctx: Execution };

export type MakeWorkersReceiver<E> = <
  Env = Record<string, string | undefined>,
  Execution = unknown,
>(
  secrets: SecretsFrom<WorkersContext<Env, Execution>>,
  handle: HandleEvent<E, WorkersContext<Env, Execution>>,
  options?: ReceiverOptions,
) => (request: Request, env?: Env, ctx?: Execution) => Promise<Response>;

export function receiver<E extends { id: string }, Env, Execution>(
  secrets: SecretsFrom<WorkersContext<Env, Execution>>,
  handle: HandleEvent<E, WorkersContext<Env, Execution>>,
  options?: ReceiverOptions,
): (request: Request, env?: Env, ctx?: Execution) => Promise<Response> {
  const receiving = new Receiver<E, WorkersContext<Env, Execution>>(secrets, handle, options);
  return async (request, env, ctx) => {
    const { method, headers } = request;
    const context = { request, env, ctx } as WorkersContext<Env, Execution>;
    const body = () => readRequest(request);
    return answerOf(await receiving.receive({ method, headers, body, context }));
  };
}

export function answerOf({ status, headers, text }: Reply): Response {
  return new Response(text, { status, headers });
}
