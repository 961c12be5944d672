import { run } from './cli/run.ts';

const outcome = await run(process.argv.slice(2), process.env);
if (outcome.code === 0) process.stdout.write(outcome.stdout);
else process.stderr.write(outcome.stderr);
process.exitCode = outcome.code;
