import { findInstallation } from './installation.ts';
import { run } from './run.ts';
import { makeTerminal } from './terminal.ts';

const { stdout, stderr, env, platform } = process;

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    // A second Ctrl-C means that the person does not want to wait.
    if (stop.signal.aborted) process.exit(130);
    stop.abort();
  });
}
// In `… | head`, nobody reads the rest once head has closed the pipe.
stdout.on('error', (error: { code?: unknown }) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

process.exitCode = await run(process.argv.slice(2), {
  terminal: makeTerminal(stdout, stderr, env),
  installation: findInstallation(import.meta.url),
  env,
  platform,
  signal: stop.signal,
});
