import type { StateOf } from '../../../shared/states.ts';
import { Swatch } from '../../ui/chart/swatch.tsx';
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
  line: { status: number; method: string; path: string };
  /** The name of the key, if its column has no room. */
  by?: string | undefined;
};

/** One request in a cell. In a narrow table the path has a line of its own: cut off, all rows would read alike. */
export function Request({ line, by }: Props) {
  return (
    <span className="grid min-w-0 @2xl:flex @2xl:items-center @2xl:gap-2">
      <span className="flex min-w-0 shrink-0 items-center gap-2">
        <StatusCode status={line.status} />
        <span className="w-12 font-mono text-xs text-soft">{line.method}</span>
        {by ? <span className="truncate text-xs text-soft @2xl:hidden">{by}</span> : null}
      </span>
      <span className="truncate font-mono text-xs">{line.path}</span>
    </span>
  );
}
