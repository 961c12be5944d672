import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Reader } from '../../../../features/events/kept-events.schema.ts';
import { client, trpc } from '../../../api/client.ts';
import { useAction } from '../../../api/use-action.ts';
import { isSandbox } from '../../../session/rights.ts';
import { useMay, useTeam } from '../../../session/session.ts';
import { Time } from '../../../session/time.tsx';
import { useTexts } from '../../../text/language.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { useCountText } from '../../../ui/select/group-actions.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { State } from '../../../ui/state.tsx';
import { Table } from '../../../ui/table.tsx';
import type { Column } from '../../../ui/table-row.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { eventListTexts } from './texts.ts';

const FRESH_MS = 10_000;

/** The programs that read the feeds of the team, and how far they are. */
export function Readers() {
  const t = useTexts(eventListTexts);
  const count = useCountText();
  const read = useQuery(trpc.events.readers.queryOptions({}, { refetchInterval: FRESH_MS }));
  const rows = read.data?.data ?? [];
  const [hasExpired, setHasExpired] = useState(false);
  const expire = useAction(client.tryOut.endChangeFeed.mutate, () => setHasExpired(true));
  const isInSandbox = isSandbox(useTeam());
  const mayTry = useMay('try_out');
  // A program must be able to begin anew, and a person can see whether it does.
  const expires = isInSandbox && mayTry && rows.some(({ feed }) => feed === 'changes');
  const columns: Column<Reader>[] = [
    {
      id: 'reader',
      title: t.reader,
      cell: ({ key, types }, hides) => (
        <TwoLines more={hides('types') && <Types types={types} />}>
          <Link
            className="rounded-sm font-medium hover:underline"
            search={{ key: key.id } as never}
            to="/api-keys"
          >
            {key.name}
          </Link>
        </TwoLines>
      ),
    },
    {
      id: 'feed',
      title: t.feed,
      dropped: 'second',
      width: 144,
      cell: ({ feed, remaining }) => (
        <TwoLines
          more={
            remaining !== null && <span className="text-soft">{t.remaining(count(remaining))}</span>
          }
        >
          {t.feeds[feed]}
        </TwoLines>
      ),
    },
    {
      id: 'types',
      title: t.types,
      dropped: 'second',
      cell: ({ types }) => <Types types={types} />,
    },
    {
      id: 'state',
      title: t.state,
      width: 184,
      narrow: 160,
      cell: ({ state }) => <State is={state} noun="reader" />,
    },
    {
      id: 'behind',
      title: t.behindSince,
      dropped: 'last',
      width: 144,
      cell: ({ state, behind_since: at }) =>
        at && state !== 'up_to_date' ? <Time at={at} /> : <span className="text-soft">–</span>,
    },
    {
      id: 'asked',
      title: t.asked,
      dropped: 'first',
      width: 144,
      cell: ({ asked_at }) => <Time at={asked_at} />,
    },
  ];
  return (
    <section className="grid gap-3">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-0.5">
          <h2 className="font-semibold">{t.readers}</h2>
          <p className="text-sm text-soft">
            {read.data && rows.length === 0 ? t.noReader : t.readersLead}
          </p>
        </div>
        {expires ? (
          <Button icon="clock" isBusy={expire.isBusy} onClick={() => void expire.run({})}>
            {t.expire}
          </Button>
        ) : null}
      </header>
      <FailureNotice error={expire.error} />
      <p aria-live="polite" className="text-sm text-soft empty:hidden">
        {hasExpired && !expire.error ? t.expired : null}
      </p>
      <NotLoaded read={read}>
        <Skeleton className="h-20 w-full" />
      </NotLoaded>
      {rows.length > 0 ? (
        <Table
          columns={columns}
          keyOf={({ feed, key, types }) => `${feed} ${key.id} ${types}`}
          label={t.readers}
          rows={rows}
        />
      ) : null}
    </section>
  );
}

function Types({ types }: Pick<Reader, 'types'>) {
  const t = useTexts(eventListTexts);
  if (types === null) return <span className="text-soft">{t.allTypes}</span>;
  return (
    <span className="font-mono text-xs text-soft" title={types.join(', ')}>
      {types.join(', ')}
    </span>
  );
}
