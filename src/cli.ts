import { run } from './cli/run.ts';

const outcome = await run(process.argv.slice(2), process.env, (line) => {
  process.stderr.write(line);
});
process.stdout.write(outcome.stdout);
process.stderr.write(outcome.stderr);
process.exitCode = outcome.code;
