import { OpenCardBox } from '../ui/open-card.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Mark } from './mark.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { content, sideColumn, topBar, withSide } from './shell-look.ts';

/** Stands in place of the shell until it is known who is here. */
export function ShellOutline() {
  return (
    <div className={withSide}>
      <aside className={sideColumn}>
        <div className="grid gap-3 p-3">
          <Skeleton className="h-8 w-full" />
          <Skeleton className="h-6 w-32" />
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-6 w-28" />
        </div>
      </aside>
      <header className={topBar}>
        <span className="size-7" />
        <Mark />
        <span className="size-7" />
      </header>
      <main className="min-w-0" id="content" tabIndex={-1}>
        <div className={content}>
          <PageSkeleton />
        </div>
      </main>
    </div>
  );
}

/** Stands in place of the card on a page for people who are not signed in. */
export function OpenSkeleton() {
  return (
    <OpenCardBox>
      <PageSkeleton />
    </OpenCardBox>
  );
}
