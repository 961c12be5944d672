import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormerMember } from '../../../features/members/erasure.schema.ts';
import { nextPage, trpc } from '../../api/client.ts';
import { Time } from '../../session/time.tsx';
import { ListExport } from '../../team/list-export.tsx';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { late } from '../../ui/late.tsx';
import { ListView } from '../../ui/list-view.tsx';
import { State } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table-row.tsx';
import { formerTexts } from './former-texts.ts';

const EraseDialog = late(() => import('./erase-dialog.tsx').then((part) => part.EraseDialog));

const ErasureNewsDialog = late(() =>
  import('./erasure-news.tsx').then((part) => part.ErasureNewsDialog),
);

/** How often the list is read while a worker erases. */
const LOOK_MS = 3_000;

const isErased = ({ erased }: FormerMember) => Boolean(erased?.finished_at);
const isErasing = ({ erased }: FormerMember) => erased !== null && erased.finished_at === null;

/** The removed members. The owner can erase their data here. */
export function FormerMembers() {
  const t = useTexts(formerTexts);
  const [erasing, setErasing] = useState<FormerMember>();
  const [newsOf, setNewsOf] = useState<FormerMember>();
  const list = useInfiniteQuery({
    ...trpc.members.former.infiniteQueryOptions({ limit: '100' }, nextPage),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(isErasing)) ? LOOK_MS : false,
  });
  const empty = (
    <Empty icon="people" title={t.empty}>
      {t.emptyMore}
    </Empty>
  );
  return (
    <>
      <ListView empty={empty} isTable list={list}>
        {(rows) => (
          <>
            {rows.some(isErased) ? (
              <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
                <p className="max-w-prose text-sm text-soft">{t.newsKept}</p>
                <ListExport filter={{}} list="erasures" />
              </div>
            ) : null}
            <FormerTable onErase={setErasing} onNews={setNewsOf} rows={rows} />
          </>
        )}
      </ListView>
      {newsOf ? <ErasureNewsDialog member={newsOf} onClose={() => setNewsOf(undefined)} /> : null}
      {erasing ? <EraseDialog member={erasing} onClose={() => setErasing(undefined)} /> : null}
    </>
  );
}

type TableProps = {
  rows: readonly FormerMember[];
  onErase: (member: FormerMember) => void;
  onNews: (member: FormerMember) => void;
};

function FormerTable({ rows, onErase, onNews }: TableProps) {
  const t = useTexts(formerTexts);
  const nameOf = ({ erased, name, email }: FormerMember) =>
    erased ? t.erasedPerson : (name ?? email ?? t.nameless);
  const columns: Column<FormerMember>[] = [
    {
      id: 'person',
      title: t.person,
      cell: (member) => (
        <span className={member.erased ? 'text-soft' : 'font-medium'}>{nameOf(member)}</span>
      ),
    },
    {
      id: 'email',
      title: t.email,
      dropped: 'first',
      cell: ({ erased, email }) => <span className="text-soft">{(!erased && email) || '–'}</span>,
    },
    {
      id: 'removed',
      title: t.removedAt,
      dropped: 'second',
      width: 144,
      cell: ({ removed_at }) => <Time at={removed_at} shows="logged" />,
    },
    {
      id: 'state',
      title: t.state,
      dropped: 'last',
      width: 144,
      cell: (member) => <DataState member={member} />,
    },
    {
      id: 'actions',
      title: t.actions,
      hidesTitle: true,
      align: 'right',
      width: 144,
      cell: (member) =>
        member.erased ? (
          isErased(member) && (
            <Button aria-label={t.newsOf(member.id)} onClick={() => onNews(member)} size="sm">
              {t.newsShort}
            </Button>
          )
        ) : (
          <Button aria-label={t.eraseOf(nameOf(member))} onClick={() => onErase(member)} size="sm">
            {t.erase}
          </Button>
        ),
    },
  ];
  return <Table columns={columns} keyOf={({ id }) => id} label={t.former} rows={rows} />;
}

function DataState({ member }: { member: FormerMember }) {
  const done = member.erased ? 'erased' : 'kept';
  return <State is={isErasing(member) ? 'erasing' : done} noun="erasure" />;
}
