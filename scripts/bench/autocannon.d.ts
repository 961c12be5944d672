/** The parts of autocannon that the bench uses. The package comes without types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  export type CannonRequest = {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: string;
  };
  export type CannonClient = { setRequests(requests: CannonRequest[]): void };
  export type CannonOptions = {
    url: string;
    connections: number;
    duration?: number;
    amount?: number;
    timeout?: number;
    setupClient(client: CannonClient): void;
  };
  export type CannonResult = {
    '2xx': number;
    non2xx: number;
    errors: number;
    timeouts: number;
    statusCodeStats: Record<string, { count: number }>;
  };
  type Instance = EventEmitter & PromiseLike<CannonResult>;
  export default function autocannon(options: CannonOptions): Instance;
}
