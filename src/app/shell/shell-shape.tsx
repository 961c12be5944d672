import type { ReactNode } from 'react';
import { Skeleton } from '../ui/skeleton.tsx';
import { Logo } from './logo.tsx';
import { content, sideColumn, topBar, withSide } from './shell-look.ts';

/**
 * The shell without its content. It has no words, because the build also puts it into the page, for the time before the
 * code is loaded.
 */
export function ShellShape({ children }: { children: ReactNode }) {
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
        <Logo name="" />
        <span className="size-7" />
      </header>
      <main className="min-w-0" id="content" tabIndex={-1}>
        <div className={content}>{children}</div>
      </main>
    </div>
  );
}

/** The outline of a page: its title and its content. */
export function PageShape() {
  return (
    <>
      <Skeleton className="h-8 w-48" />
      <Skeleton className="h-64 w-full" />
    </>
  );
}
