import { classes } from '../../ui/classes.ts';

/** Only refusals and failures have a colour. */
export function StatusCode({ status }: { status: number }) {
  const tone = status >= 500 ? 'text-bad' : status >= 400 ? 'text-warn' : 'text-soft';
  return <span className={classes('tabular font-mono text-xs font-medium', tone)}>{status}</span>;
}

/** One request in a cell. On a narrow screen the path has a line of its own. */
export function Request({ line }: { line: { status: number; method: string; path: string } }) {
  return (
    <span className="grid min-w-0 sm:flex sm:items-baseline sm:gap-2">
      <span className="flex shrink-0 items-baseline gap-2">
        <StatusCode status={line.status} />
        <span className="w-12 font-mono text-xs text-soft">{line.method}</span>
      </span>
      <span className="truncate font-mono text-xs">{line.path}</span>
    </span>
  );
}
