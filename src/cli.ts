import path from 'node:path';

// graphile-worker looks for a file of settings in the present folder as soon as it is imported, and runs it. An operator
// may stand in a folder of somebody else (/tmp), or in one that the account cannot read. So our own folder is the present
// one while everything is imported.
const callers = process.cwd();
process.chdir(path.resolve(import.meta.dirname, '..'));
const { run } = await import('./cli/run.ts');
try {
  // Options name files in the caller's folder.
  process.chdir(callers);
} catch {
  // The account may not enter it, so no file can be meant there.
}

const outcome = await run(process.argv.slice(2), process.env, (line) => {
  process.stderr.write(line);
});
process.stdout.write(outcome.stdout);
process.stderr.write(outcome.stderr);
process.exitCode = outcome.code;
