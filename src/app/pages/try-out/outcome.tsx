import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Happening, Triggered } from '../../../features/try-out/try-out.schema.ts';
import { trpc } from '../../api/client.ts';
import { useTexts } from '../../text/language.ts';
import { Steps } from '../../thread/thread.tsx';
import { isMoving } from '../../thread/use-thread.ts';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { tryTexts } from './texts.ts';

const OFTEN_MS = 1_000;
const SELDOM_MS = 5_000;
/** A worker begins at the latest after this time. */
const SOON_MS = 20_000;

const isFailure = ({ action }: { action: string }) => action === 'crm.sync_failed';

type Props = { name: Happening; done: Triggered };

/** What came of the request, up to the attempts. It is read again while more may come. */
export function Outcome({ name, done: { request_id, made } }: Props) {
  const t = useTexts(tryTexts);
  const [began] = useState(() => performance.now());
  const connection = made.find(({ kind }) => kind === 'connection');
  const read = useQuery(
    trpc.tryOut.outcome.queryOptions(
      { request_id, ...(connection && { connection_id: connection.id }) },
      {
        refetchInterval: ({ state: { data } }) => {
          const isSoon = performance.now() - began < SOON_MS;
          // The worker writes the failure first, and its event afterwards.
          const isAwaited = name === 'crm.sync.failed' && !data?.entries.some(isFailure);
          if (isSoon && (isAwaited || isMoving(data))) return OFTEN_MS;
          return isMoving(data) ? SELDOM_MS : false;
        },
      },
    ),
  );
  return (
    <section
      aria-label={t.outcome}
      aria-live="polite"
      className="grid min-w-0 gap-3 rounded-lg border border-line bg-ground p-3.5"
    >
      {read.data ? <Steps found={read.data} from={{ of: 'request', id: '' }} /> : null}
      <NotLoaded read={read}>
        <span className="hidden-text">{t.running}</span>
        <Skeleton className="h-24 w-full" />
      </NotLoaded>
    </section>
  );
}
