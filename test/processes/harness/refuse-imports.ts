import { appendFileSync, existsSync } from 'node:fs';
import { isBuiltin, registerHooks } from 'node:module';
import process from 'node:process';

// A test loads this file before a process. As soon as the file LATE_IMPORTS exists, the process finds no module any
// more, as if its folder were gone, and the file names what it has looked for.
const late = process.env.LATE_IMPORTS ?? '';

registerHooks({
  resolve(specifier, context, next) {
    if (isBuiltin(specifier) || !existsSync(late)) return next(specifier, context);
    appendFileSync(late, `${specifier}\n`);
    throw new Error(`Cannot find module ${specifier}`);
  },
});
