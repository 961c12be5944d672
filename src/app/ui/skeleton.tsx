import { useTexts } from '../text/language.ts';
import { classes } from './classes.ts';
import { uiTexts } from './texts.ts';

export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={classes('shimmer rounded-md bg-sunk', className)} />;
}

export function ListSkeleton({ rows = 6 }: { rows?: number }) {
  const t = useTexts(uiTexts);
  return (
    <div aria-busy="true" className="overflow-hidden rounded-xl border border-line bg-card">
      <p className="hidden-text" role="status">
        {t.loading}
      </p>
      <div className="h-9 border-b border-line bg-side" />
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same and never move.
        <div className="flex h-11 items-center border-b border-line px-4 last:border-0" key={row}>
          <Skeleton className="h-3.5 w-2/5" />
        </div>
      ))}
    </div>
  );
}
