import type { Answer } from './attempt.ts';
import { List, type PageOf } from './list.ts';
import type { PostOptions } from './options.ts';
import type { Call } from './prepare.ts';
import type { Sender } from './sender.ts';

/** Operations that belong together. The generated classes extend this class. */
export class Resource {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  protected sendWhole(call: Call, options: PostOptions | undefined): Promise<Answer> {
    return this.#sender.send(call, options);
  }

  protected spread(answer: Answer): number {
    return this.#sender.spread(answer);
  }

  protected async sendOne<T>(call: Call, options: PostOptions | undefined): Promise<T> {
    return (await this.#sender.send(call, options)).body as T;
  }

  protected sendList<T, P extends PageOf<T>>(
    call: Call,
    options: PostOptions | undefined,
  ): List<T, P> {
    return new List<T, P>((cursor) => {
      const query = cursor ? { ...call.query, cursor } : call.query;
      return this.sendOne<P>({ ...call, query }, options);
    });
  }
}
