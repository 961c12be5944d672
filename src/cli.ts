import { returnToCallersFolder } from './cli/callers-folder.ts';
import { run } from './cli/run.ts';

returnToCallersFolder();
const outcome = await run(process.argv.slice(2), process.env, (line) => {
  process.stderr.write(line);
});
process.stdout.write(outcome.stdout);
process.stderr.write(outcome.stderr);
process.exitCode = outcome.code;
