import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { MemberInApp } from '../../../features/members/members-in-app.schema.ts';
import { trpc } from '../../api/client.ts';
import { Ago } from '../../session/time.tsx';
import { dayText } from '../../text/day-text.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AssignmentStatus } from '../assignment-cells.tsx';
import { Combination } from '../combination.tsx';
import { ScoreCell, useScores } from '../score-cell.tsx';
import { personWorkTexts } from './texts.ts';

/** How many of the newest are shown. The link leads to all. */
export const SHOWN = '5';

type Place = { to: string; search?: Record<string, string> };
type Line = { id: string; place: Place; title: ReactNode; more: ReactNode; end: ReactNode };

type ShortListProps = {
  title: string;
  empty: string;
  all: Place;
  read: { data: unknown; error: unknown; refetch: () => unknown };
  lines: readonly Line[];
};

/** The newest of a list, each a link, and a link to all. */
export function ShortList({ title, empty, all, read, lines }: ShortListProps) {
  const t = useTexts(personWorkTexts);
  return (
    <section className="min-w-0 overflow-hidden rounded-xl border border-line bg-card shadow-sm">
      <header className="flex items-center justify-between gap-3 px-4 py-3">
        <h2 className="font-semibold">{title}</h2>
        {lines.length > 0 ? (
          <Link
            aria-label={`${t.all}: ${title}`}
            className="rounded-sm text-sm text-accent-text underline-offset-4 hover:underline"
            search={(all.search ?? {}) as never}
            to={all.to}
          >
            {t.all}
          </Link>
        ) : null}
      </header>
      <NotLoaded read={read}>
        <div aria-busy="true" className="grid gap-3 px-4 pb-4">
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-9 w-full" />
        </div>
      </NotLoaded>
      {read.data !== undefined && lines.length === 0 ? (
        <p className="px-4 pb-4 text-sm text-soft">{empty}</p>
      ) : null}
      <ul>
        {lines.map(({ id, place, title: name, more, end }) => (
          <li className="border-t border-line" key={id}>
            <Link
              className="flex min-h-12 items-center gap-3 px-4 py-1.5 text-sm hover:bg-hover focus-visible:-outline-offset-2"
              search={(place.search ?? {}) as never}
              to={place.to}
            >
              <span className="grid min-w-0 flex-1">
                <span className="truncate font-medium">{name}</span>
                <span className="truncate text-xs text-soft">{more}</span>
              </span>
              <span className="shrink-0">{end}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Props = { member: MemberInApp };

/** The privacy switch hides nobody's own work, so the own lists are read from procedures of their own. */
export function PersonAssignments({ member: { id, is_me } }: Props) {
  const t = useTexts(personWorkTexts);
  const language = useLanguage();
  const own = useQuery({
    ...trpc.assignments.listOwn.queryOptions({ limit: SHOWN }),
    enabled: is_me,
  });
  const other = useQuery({
    ...trpc.assignments.list.queryOptions({ member_id: id, limit: SHOWN }),
    enabled: !is_me,
  });
  const read = is_me ? own : other;
  const all: Place = is_me
    ? { to: '/my/assignments' }
    : { to: '/assignments', search: { member: id } };
  return (
    <ShortList
      all={all}
      empty={t.noAssignments}
      lines={(read.data?.data ?? []).map((assignment) => ({
        id: assignment.id,
        place: { to: all.to, search: { ...all.search, assignment: assignment.id } },
        title: assignment.title ?? t.untitled,
        more: assignment.due_date ? (
          t.due(dayText(assignment.due_date, language))
        ) : (
          <Combination choice={assignment} />
        ),
        end: <AssignmentStatus assignment={assignment} />,
      }))}
      read={read}
      title={t.assignments}
    />
  );
}

/** The newest trainings of a person, without the one that is open already. */
export function PersonTrainings({
  member: { user_id, is_me },
  without,
}: Props & { without?: string }) {
  const t = useTexts(personWorkTexts);
  const own = useQuery({
    ...trpc.trainings.listOwn.queryOptions({ limit: SHOWN }),
    enabled: is_me,
  });
  const other = useQuery({
    ...trpc.trainings.list.queryOptions({ user_id: user_id ?? '', limit: SHOWN }),
    enabled: !is_me,
  });
  const read = is_me ? own : other;
  const rows = (read.data?.data ?? []).filter(({ id }) => id !== without);
  const scores = useScores(rows, is_me);
  return (
    <ShortList
      all={is_me ? { to: '/my/trainings' } : { to: '/trainings', search: { user: user_id ?? '' } }}
      empty={t.noTrainings}
      lines={rows.map((training) => ({
        id: training.id,
        place: is_me
          ? { to: '/my/trainings', search: { training: training.id } }
          : { to: `/trainings/${training.id}` },
        title: <Combination choice={training} />,
        more: training.created_at ? <Ago at={training.created_at} shows="logged" /> : '–',
        end: <ScoreCell score={scores.get(training.id)} showsState status={training.status} />,
      }))}
      read={read}
      title={t.trainings}
    />
  );
}
