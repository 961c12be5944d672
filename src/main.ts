import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { MOST_ENDS, Restarts } from './process/restarts.ts';

// What `npm start` runs: the server in a process of its own, which is started again after a fatal error. This process
// imports hardly anything, so that it takes little memory. `process.execve` would leave PostgreSQL without a parent,
// and does not survive a lack of memory.
const SERVER = path.join(import.meta.dirname, 'server.ts');

function keepRunning(): void {
  const restarts = new Restarts();
  let server: ChildProcess | undefined;
  let next: NodeJS.Timeout | undefined;
  let wasReady = false;
  let stopSignal: NodeJS.Signals | undefined;

  const start = (): void => {
    const born = performance.now();
    const ended = (how: string, code: number): void => {
      server = undefined;
      // A person watches the very first start, so its error is reported and not tried again.
      if (stopSignal || code === 0 || !wasReady) process.exit(code);
      const pause = restarts.pauseAfter(performance.now() - born);
      if (pause === undefined) {
        console.error(
          `The server has ended ${MOST_ENDS} times within a minute, the last time by ${how}; the lines above say why`,
        );
        process.exit(1);
      }
      console.error(
        `The server has ended by ${how}, and is started again in ${pause / 1_000} s ...`,
      );
      next = setTimeout(start, pause);
    };
    server = fork(SERVER, process.argv.slice(2), { stdio: 'inherit' });
    // The server has one message, that it is ready.
    server.once('message', () => {
      wasReady = true;
    });
    server.once('exit', (code, signal) => {
      // Without a signal, the server itself has said why it does not start.
      if (signal && !wasReady && !stopSignal) console.error(`The server has ended by ${signal}`);
      // A server that has not begun to start ends by the signal itself.
      ended(signal ?? `exit code ${code}`, code ?? (signal === stopSignal ? 0 : 1));
    });
    server.on('error', (error) => {
      // It could not be started. A process that has run also has an `exit`.
      if (server?.pid === undefined) ended(error.message, 1);
    });
  };

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stopSignal = signal;
      clearTimeout(next);
      if (server) server.kill(signal);
      else process.exit(0);
    });
  }
  start();
}

keepRunning();
