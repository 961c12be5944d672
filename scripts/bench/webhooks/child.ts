import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** A child process that handles one request at a time. */
export type Child = {
  pid: number;
  ask<Answer>(request: object): Promise<Answer>;
  stop(): Promise<void>;
};

type Reply = { answer?: unknown; error?: string };

export async function startChild(script: string, env: Record<string, string> = {}): Promise<Child> {
  const child = fork(path.join(import.meta.dirname, script), {
    env: { PATH: process.env.PATH, ...env },
    execArgv: process.env.BENCH_NODE_OPTIONS?.split(' ') ?? [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${script} has ended`);
  });
  ended.catch(() => undefined);
  process.once('exit', () => child.kill('SIGKILL'));
  return {
    pid: child.pid ?? 0,
    async ask<Answer>(request: object) {
      const replied = once(child, 'message');
      child.send(request);
      const [reply] = (await Promise.race([replied, ended])) as [Reply];
      if (reply.error !== undefined) throw new Error(`${script}: ${reply.error}`);
      return reply.answer as Answer;
    },
    async stop() {
      child.disconnect();
      await ended.catch(() => undefined);
    },
  };
}

/** The child's side: answers one request after another, and ends when the parent has ended. */
export function answerParent<Request>(answer: (request: Request) => Promise<unknown>): void {
  process.on('message', (request) => {
    answer(request as Request).then(
      (value) => process.send?.({ answer: value }),
      (error: unknown) => process.send?.({ error: String(error) }),
    );
  });
  process.once('disconnect', () => process.exit(0));
}

/** Milliseconds by a clock that all processes of a machine share. */
export function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
