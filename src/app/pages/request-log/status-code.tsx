import type { StateOf } from '../../../shared/web/states.ts';
import { Swatch } from '../../ui/chart/swatch.tsx';
import { classes } from '../../ui/classes.ts';
import { toneOfEnding } from './ending-series.ts';

/** The mark of how the request ended, the same as in the charts, and its status. */
export function StatusCode({ status }: { status: number }) {
  return (
    <span className="tabular inline-flex items-center gap-1.5 font-mono text-xs font-medium">
      <span className="grid size-2.5 place-items-center">
        <Swatch tone={toneOfEnding(endingOf(status))} />
      </span>
      {status}
    </span>
  );
}

function endingOf(status: number): StateOf<'request'> {
  if (status >= 500) return 'server';
  if (status === 429) return 'limited';
  return status >= 400 ? 'rejected' : 'ok';
}

type Props = {
  line: { status: number; method: string; path: string; code?: string | null };
  /** The name of the key, if its column has no room. */
  by?: string | undefined;
  /** The code of a refusal stands beside the path, because its column has no room. */
  hasCode?: boolean;
  /** A dense row has no second line. */
  isDense?: boolean;
};

/** The ids of a path without their middle, so that what follows them has room. */
const shortened = (path: string) =>
  path.replace(/\b([a-z]{3,4}_)[0-9a-z]{22}([0-9a-z]{4})\b/g, '$1…$2');

/** One request in a cell. In a narrow table, what has no column stands in a second line. */
export function Request({ line, by, hasCode = false, isDense = false }: Props) {
  const code = hasCode ? line.code : null;
  return (
    <span
      className={classes(
        'min-w-0',
        isDense ? 'flex items-center gap-2' : 'grid @2xl:flex @2xl:items-center @2xl:gap-2',
      )}
    >
      <span
        className={classes(
          'flex min-w-0 items-center gap-2',
          code && '@2xl:max-w-[calc(100%-6.5rem)] @2xl:shrink-0',
        )}
      >
        <StatusCode status={line.status} />
        <span className="shrink-0 font-mono text-xs text-soft @2xl:w-12">{line.method}</span>
        <span className="truncate font-mono text-xs" title={line.path}>
          {shortened(line.path)}
        </span>
      </span>
      {(by && !isDense) || code ? (
        <span className="flex min-w-0 gap-2 text-xs text-soft">
          {by && !isDense ? <span className="truncate @2xl:hidden">{by}</span> : null}
          {code ? <code className="truncate font-mono">{code}</code> : null}
        </span>
      ) : null}
    </span>
  );
}
