import type { PostOptions } from './options.ts';
import type { Call } from './prepare.ts';
import { Resource } from './resource.ts';

/** What every client can do besides the operations that it knows. */
export class Client extends Resource {
  /**
   * Calls an operation that this version of the package does not know yet, with the same retries,
   * limits and errors: `client.request({ method: 'GET', path: '/users/{id}', ids: [id] })`.
   */
  request<T = unknown>(call: Omit<Call, 'operation'>, options?: PostOptions): Promise<T> {
    return this.sendOne<T>({ ...call, operation: `${call.method} ${call.path}` }, options);
  }
}
