import { findInstallation } from './installation.ts';
import { run } from './run.ts';
import { makeTerminal } from './terminal.ts';

const { stdout, stderr, env, platform } = process;

const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  process.on(name, () => {
    // A person who presses Ctrl-C twice does not want to wait.
    if (stop.signal.aborted) process.exit(130);
    stop.abort();
  });
}
// `… | head` closes the pipe: nobody reads what else there is to say.
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
