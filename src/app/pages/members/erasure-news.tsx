import { useQuery } from '@tanstack/react-query';
import type { FormerMember } from '../../../features/members/erasure.schema.ts';
import type { NewsReader, Receiver } from '../../../features/members/erasure-news.schema.ts';
import { trpc } from '../../api/client.ts';
import { Time } from '../../session/time.tsx';
import { useTexts } from '../../text/language.ts';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { State } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table-row.tsx';
import { formerTexts } from './former-texts.ts';

type Props = { member: FormerMember; onClose: () => void };

/** When a former member was erased, and which endpoints and readers have taken the news (GDPR, articles 17 and 19). */
export function ErasureNewsDialog({ member, onClose }: Props) {
  const t = useTexts(formerTexts);
  const read = useQuery(trpc.members.erasureNews.queryOptions({ member_id: member.id }));
  const { data } = read;
  return (
    <Dialog lead={t.newsLead} onClose={onClose} size="lg" title={t.news}>
      {data ? (
        <div className="grid gap-4">
          <Details>
            <Detail label={t.member}>
              <CopyableId id={data.member_id} />
            </Detail>
            {data.user_id ? (
              <Detail label={t.person}>
                <CopyableId id={data.user_id} />
              </Detail>
            ) : null}
            <Detail label={t.askedAt}>
              <Time at={data.asked_at} shows="date-time" />
            </Detail>
            <Detail label={t.erasedAt}>
              <Time at={data.erased_at} shows="date-time" />
            </Detail>
          </Details>
          <Receivers receivers={data.receivers} />
          {data.readers?.length ? <NewsReaders readers={data.readers} /> : null}
        </div>
      ) : (
        <NotLoaded read={read} />
      )}
    </Dialog>
  );
}

function Receivers({ receivers }: { receivers: readonly Receiver[] | null }) {
  const t = useTexts(formerTexts);
  if (!receivers) return <p className="text-soft">{t.newsGone}</p>;
  if (receivers.length === 0) return <p className="text-soft">{t.noEndpoint}</p>;
  const columns: Column<Receiver>[] = [
    { id: 'endpoint', title: t.endpoint, cell: ({ url }) => <span>{url}</span> },
    { id: 'state', title: t.delivery, width: 176, cell: (one) => <NewsState receiver={one} /> },
    {
      id: 'at',
      title: t.takenAt,
      width: 160,
      dropped: 'first',
      cell: ({ at }) => (at ? <Time at={at} shows="date-time" /> : '–'),
    },
  ];
  return (
    <Table columns={columns} keyOf={(one) => one.endpoint_id} label={t.news} rows={receivers} />
  );
}

function NewsState({ receiver: { status, attempt } }: { receiver: Receiver }) {
  const t = useTexts(formerTexts);
  if (status === 'none') return <span className="text-soft">{t.notSubscribed}</span>;
  if (status === 'ok' || status === 'gave_up') return <State is={status} noun="delivery" />;
  return <State is={attempt > 0 ? 'retrying' : 'queued'} noun="delivery" />;
}

/** The programs that read events or changes. */
function NewsReaders({ readers }: { readers: readonly NewsReader[] }) {
  const t = useTexts(formerTexts);
  const columns: Column<NewsReader>[] = [
    {
      id: 'reader',
      title: t.reader,
      cell: ({ name, feed, types }) => (
        <span>
          {name}{' '}
          <span className="text-soft">
            {t.feeds[feed]}
            {types === null ? null : `: ${types.join(', ')}`}
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      title: t.taking,
      width: 176,
      cell: ({ status }) =>
        status === 'none' ? (
          <span className="text-soft">{t.notAsked}</span>
        ) : (
          <State is={status} noun="reading" />
        ),
    },
    {
      id: 'at',
      title: t.takenAt,
      width: 160,
      dropped: 'first',
      cell: ({ taken_at: at }) => (at ? <Time at={at} shows="date-time" /> : '–'),
    },
  ];
  return (
    <Table
      columns={columns}
      keyOf={({ key_id, feed, types }) => `${key_id} ${feed} ${types}`}
      label={t.readers}
      rows={readers}
    />
  );
}
