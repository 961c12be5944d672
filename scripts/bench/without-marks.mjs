// With `--import` of this file, the product runs without the marks of teams, so that their cost can be measured.
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith('/src/db/replicas/marks.ts')) return loaded;
    const text = String(loaded.source);
    const head = /(export function raiseMarks\([^{]*\{)/;
    if (!head.test(text)) throw new Error('marks.ts has no raiseMarks');
    return { ...loaded, source: text.replace(head, '$1 return undefined;') };
  },
});
