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
  line: { status: number; method: string; path: string; code?: string | null };
  /** The name of the key, if its column has no room. */
  by?: string | undefined;
  /** The code of a refusal stands beside the path, because its column has no room. */
  hasCode?: boolean;
};

/** One request in a cell. In a narrow table the path has a line of its own: cut off, all rows would read alike. */
export function Request({ line, by, hasCode = false }: Props) {
  const code = hasCode ? line.code : null;
  return (
    <span className="grid min-w-0 @2xl:flex @2xl:items-center @2xl:gap-2">
      <span className="flex min-w-0 shrink-0 items-center gap-2">
        <StatusCode status={line.status} />
        <span className="w-12 font-mono text-xs text-soft">{line.method}</span>
        {by ? <span className="truncate text-xs text-soft @2xl:hidden">{by}</span> : null}
      </span>
      <span className="flex min-w-0 flex-1 gap-2 font-mono text-xs">
        {code ? (
          <>
            {/* The path is whole for as long as the beginning of the code has room. */}
            <span className="max-w-[calc(100%-6.5rem)] shrink-0 truncate">{line.path}</span>
            <code className="truncate text-soft">{code}</code>
          </>
        ) : (
          <span className="truncate">{line.path}</span>
        )}
      </span>
    </span>
  );
}
