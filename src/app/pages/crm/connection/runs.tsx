import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ConnectionDetail } from '../../../../features/crm/connections/connections.schema.ts';
import type { CrmRun } from '../../../../features/crm/connections/runs.schema.ts';
import { nextPage, trpc } from '../../../api/client.ts';
import { useTimeZone } from '../../../session/time-zone.tsx';
import { numberText, secondText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { CopyableId } from '../../../ui/copyable-id.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { State } from '../../../ui/state.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { useFilters } from '../../../ui/use-filters.ts';
import { lookAgain, useExplain } from '../condition.tsx';
import { conditionTexts } from '../condition-texts.ts';
import { CrmLink } from '../frame.tsx';
import { connectionTexts } from './texts.ts';

type Props = { connection: ConnectionDetail };

const LATEST = 8;

/** The synchronizations of a connection: first the latest, on demand all. While one runs, the list follows it. */
export function Runs({ connection }: Props) {
  const t = useTexts(connectionTexts);
  const [{ run: opened }, setFilters] = useFilters(['run'], { drawers: ['run'] });
  const ui = useTexts(uiTexts);
  const [isLong, setLong] = useState(false);
  const list = useInfiniteQuery(
    trpc.crm.runs.infiniteQueryOptions(
      { connection_id: connection.id, limit: '50' },
      { ...nextPage, refetchInterval: () => lookAgain([connection]) },
    ),
  );
  const { state, synced_at, consecutive_failures } = connection;
  const { refetch } = list;
  // A quick run can begin and end between two reads of the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: A change of these values says that a run has begun or ended.
  useEffect(() => void refetch(), [state, synced_at, consecutive_failures, refetch]);
  const loaded: readonly CrmRun[] = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const rows = isLong ? loaded : loaded.slice(0, LATEST);
  // A link may lead to a run that the list does not show.
  const isListed = rows.some(({ id }) => id === opened);
  const read = useQuery({
    ...trpc.crm.getRun.queryOptions({ connection_id: connection.id, run_id: opened ?? '' }),
    enabled: opened !== undefined && list.data !== undefined && !isListed,
  });
  const other = opened && read.data && !isListed ? [read.data] : [];
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="font-semibold">{t.runs}</h2>
      <NotLoaded isList read={list} />
      {list.data && rows.length === 0 ? <p className="text-sm text-soft">{t.noRuns}</p> : null}
      {rows.length + other.length > 0 ? (
        <ul
          aria-label={t.runs}
          className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-card text-sm shadow-sm"
        >
          {[...other, ...rows].map((run) => (
            <RunRow
              connection={connection}
              isOpen={run.id === opened}
              key={run.id}
              onToggle={() => setFilters({ run: run.id === opened ? '' : run.id })}
              run={run}
            />
          ))}
        </ul>
      ) : null}
      {rows.length < loaded.length || list.hasNextPage ? (
        <div>
          <Button
            isBusy={list.isFetchingNextPage}
            look="quiet"
            onClick={() => (isLong ? void list.fetchNextPage() : setLong(true))}
            size="sm"
          >
            {ui.more}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

type RowProps = Props & { run: CrmRun; isOpen: boolean; onToggle: () => void };

/** When a run was and what caused it, what it has added, changed and removed, or why it has failed. */
function RunRow({ connection, run, isOpen, onToggle }: RowProps) {
  const t = useTexts(connectionTexts);
  const things = useTexts(conditionTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const explain = useExplain(connection.provider);
  const counts = [
    [run.inserted, t.came],
    [run.updated, t.changed],
    [run.removed, t.went],
    [run.objections, things.objections],
    [run.set_aside, t.unreadable],
  ] as const;
  const changes = counts
    .filter(([value]) => value > 0)
    .map(([value, text]) => text(numberText(value, language)));
  const failed = run.failure && explain(run.failure);
  const nothing = run.status === 'ok' ? t.nothing : '–';
  return (
    <li className={classes(isOpen && 'bg-sunk')}>
      <button
        aria-expanded={isOpen}
        className="grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-0.5 px-4 py-2.5 text-left hover:bg-hover sm:grid-cols-[10.5rem_8rem_minmax(0,1fr)_auto]"
        data-row
        onClick={onToggle}
        type="button"
      >
        {/* With seconds, because several runs may begin in one minute. */}
        <time className="tabular" dateTime={run.started_at}>
          {secondText(run.started_at, { language, timeZone })}
        </time>
        <State is={run.status} noun="run" />
        <span className="tabular text-pretty max-sm:col-span-2">
          {failed?.what ?? (changes.join(' · ') || nothing)}
        </span>
        <span className="text-soft max-sm:hidden">{t.causes[run.cause]}</span>
      </button>
      {isOpen ? (
        <div className="grid gap-2 px-4 pb-3">
          {failed ? <p className="text-pretty">{failed.toDo}</p> : null}
          <Records connection={connection} id={run.id} />
          <p className="text-soft">
            {t.runId} <CopyableId id={run.id} />
          </p>
        </div>
      ) : null}
    </li>
  );
}

/** The deals that a run has removed, or would remove, and what it could not read. The values stay in the CRM. */
function Records({ connection, id }: Props & { id: string }) {
  const t = useTexts(connectionTexts);
  const read = useQuery(trpc.crm.getRun.queryOptions({ connection_id: connection.id, run_id: id }));
  if (!read.data) return <NotLoaded isList read={read} />;
  const { set_aside_records, gone_deals, failure } = read.data;
  // Such a run has removed nothing, and waits for a person to confirm the removal.
  const isHeld = failure?.reason === 'suspicious_deletion';
  const notes = { missing: null, there: t.isBack, gone: isHeld ? t.isGone : null };
  return (
    <ul className="max-h-96 divide-y divide-line overflow-y-auto empty:hidden">
      {gone_deals.map(({ external_id, title, url, now }) => (
        <li className="flex flex-wrap items-baseline gap-x-3 py-1.5" key={external_id}>
          <span className="min-w-0 flex-1 wrap-anywhere">{title ?? t.untitled}</span>
          {notes[now] ? <Badge>{notes[now]}</Badge> : null}
          <CopyableId id={external_id} />
          {url ? <CrmLink url={url} /> : null}
        </li>
      ))}
      {set_aside_records.map(({ external_id, field }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: The same record and field may be there twice.
        <li className="flex flex-wrap items-baseline gap-x-3 py-1.5" key={index}>
          {external_id ? <CopyableId id={external_id} /> : t.noId}
          <span className="font-mono text-xs wrap-anywhere">{field}</span>
        </li>
      ))}
    </ul>
  );
}
