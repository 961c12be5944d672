import { codeOf } from '../shared/errors/system-error-code.ts';
import { StartError } from './life.ts';

type ListenAddress = { host: string; port: number; variable: 'PORT' | 'WORKER_PORT' };

/** Tells the operator why a port could not be opened. */
export function listenError(error: unknown, { host, port, variable }: ListenAddress): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new StartError(`Port ${port} on ${host} is taken; set ${variable} to another one`);
    case 'EACCES':
      return new StartError(
        `Port ${port} is not open to this account; set ${variable} to one above 1023`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(
        `HOST ${host} is not an address of this machine; set one that is, or 0.0.0.0`,
      );
    default:
      return error;
  }
}
