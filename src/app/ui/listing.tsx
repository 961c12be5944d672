import type { ReactNode } from 'react';
import { countText } from '../text/formats.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { uiTexts } from './texts.ts';

type Props = {
  filters: ReactNode;
  /** For a list whose first row should be seen early. */
  isTight?: boolean;
  /** How many entries the list has. Null: that is not known, but the place for it stays free. */
  total?: number | null | undefined;
  children: ReactNode;
};

/** A list or a chart below its filters, with the same spacing on all pages. */
export function Listing({ filters, isTight = false, total, children }: Props) {
  return (
    <div className={isTight ? 'grid gap-2.5' : 'relative grid gap-4'}>
      <search className="flex flex-wrap items-center gap-2">
        {filters}
        {total === undefined || total === 0 ? null : <Total count={total} />}
      </search>
      {children}
    </div>
  );
}

function Total({ count }: { count: number | null }) {
  const t = useTexts(uiTexts);
  const language = useLanguage();
  // On a telephone it has a line of its own, which must not push down the rows when it comes.
  if (count === null) return <p className="min-h-5 sm:hidden" />;
  return (
    <p className="px-1 text-sm text-soft tabular-nums">
      {t.entries(countText(count, language), count === 1)}
    </p>
  );
}
