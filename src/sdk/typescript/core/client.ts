import type { CallOptions, PostOptions } from './options.ts';
import type { Call } from './prepare.ts';
import { Resource } from './resource.ts';

/** The methods of every client besides the operations of the API. */
export class Client extends Resource {
  /**
   * Calls an operation that this version of the package does not know yet, with the same retries,
   * limits and errors: `client.request({ method: 'GET', path: '/users/{id}', ids: [id] })`.
   */
  request<T = unknown>(call: Omit<Call, 'operation'>, options?: PostOptions): Promise<T> {
    return this.sendOne<T>({ ...call, operation: `${call.method} ${call.path}` }, options);
  }

  /**
   * The time of the service, to the second, from the header `Date` of an answer. Compare times of the
   * service with this time, not with the clock of your machine.
   */
  async serverTime(options?: CallOptions): Promise<Date> {
    const call: Call = { operation: 'getMe', method: 'GET', path: '/me' };
    const { headers } = await this.sendWhole(call, options);
    const time = new Date(headers.get('date') ?? '');
    if (Number.isNaN(time.getTime())) throw new Error('The answer has no time: no header Date');
    return time;
  }
}
