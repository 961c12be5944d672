import { Link } from '@tanstack/react-router';
import type { ThreadInput } from '../../features/thread/thread.schema.ts';
import { useTexts } from '../text/language.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { CopyForSupport } from './copy-for-support.tsx';
import { Strip } from './strip.tsx';
import { threadTexts } from './texts.ts';
import { useThread } from './use-thread.ts';

export type StripProps = {
  from: ThreadInput;
  /** The id of the node that the page is about. */
  here: string;
};

/** The thread on top of a detail. If it cannot be read, the detail stands without it. */
export function StripCard({ from, here }: StripProps) {
  const t = useTexts(threadTexts);
  const { data: found, isError } = useThread(from);
  if (isError) return null;
  if (!found) return <Skeleton className="h-24 w-full" />;
  return (
    <div className="grid gap-3 rounded-xl border border-line bg-side p-3">
      <Strip found={found} here={here} />
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
        {found.request ? (
          <Link
            className="rounded-sm text-accent-text underline-offset-2 hover:underline"
            search={{ at: here } as never}
            to={`/thread/${found.request.id}`}
          >
            {t.strip.whole}
          </Link>
        ) : (
          <span />
        )}
        <CopyForSupport found={found} of={here} />
      </p>
    </div>
  );
}
