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

/** A list or a chart below its filters, with the same spacing on all pages. The filters stay in sight (style.css). */
export function Listing({ filters, isTight = false, total, children }: Props) {
  return (
    <div className={isTight ? '-mt-2 flex flex-col gap-2.5' : 'relative flex flex-col gap-4'}>
      <search
        className="-my-2 flex flex-wrap items-center gap-2 bg-ground py-2 roomy:sticky roomy:top-(--top) roomy:z-20"
        ref={noteHeight}
      >
        {filters}
        {total === undefined || total === 0 ? null : <Total count={total} />}
      </search>
      {children}
    </div>
  );
}

/** The head of the table stays in sight below the filters, which may take several lines. */
function noteHeight(bar: HTMLElement | null) {
  const list = bar?.parentElement;
  if (!list) return undefined;
  const observer = new ResizeObserver(() =>
    list.style.setProperty('--bar', `${bar.offsetHeight}px`),
  );
  observer.observe(bar);
  return () => observer.disconnect();
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
