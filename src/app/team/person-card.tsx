import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { MemberInApp } from '../../features/members/members-in-app.schema.ts';
import { figureWords } from '../../shared/web/figures.ts';
import { trpc } from '../api/client.ts';
import { Ago } from '../session/time.tsx';
import { numberText, scoreText } from '../text/formats.ts';
import { useLanguage, useTexts } from '../text/language.ts';
import { MemberState } from './member-state.tsx';
import { CardSkeleton, isShown } from './person.tsx';
import { teamTexts } from './texts.ts';
import { useFigures } from './use-figures.ts';

/** A card counts this many open assignments. */
const COUNTED = 10;
const KEPT_MS = 60_000;

type Props = { id: string; entry: MemberInApp | undefined };

/** The most important about a member. It is read when the card opens, in one request, and kept for a minute. */
export function PersonCard({ id, entry }: Props) {
  const t = useTexts(teamTexts);
  const { data } = useQuery({
    ...trpc.members.list.queryOptions({ member_ids: [id], limit: '1' }),
    enabled: entry === undefined,
    staleTime: KEPT_MS,
  });
  const member = entry ?? data?.data[0];
  if (member) return <Card member={member} />;
  return data ? t.former : <CardSkeleton />;
}

function Card({ member }: { member: MemberInApp }) {
  const t = useTexts(teamTexts);
  const { name, email, role, status } = member;
  return (
    <span className="grid w-60 gap-2 py-1">
      <span className="grid">
        <span className="truncate font-medium">{name ?? email ?? t.hidden}</span>
        <span className="h-5 truncate text-xs text-soft">{name ? email : null}</span>
      </span>
      <span className="flex items-center justify-between gap-3">
        <MemberState member={member} />
        <span className="text-soft">{t.roles[role]}</span>
      </span>
      {isShown(member) ? (
        <span className="grid gap-1 border-t border-line pt-2">
          {status === 'active' ? <Trainings member={member} /> : null}
          <OpenAssignments member={member} />
        </span>
      ) : null}
    </span>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="flex h-5 items-center justify-between gap-3">
      <span className="text-soft">{label}</span>
      <span>{children}</span>
    </span>
  );
}

type MemberProps = { member: MemberInApp };

/** The average is the one of the member's page. */
function Trainings({ member }: MemberProps) {
  const t = useTexts(teamTexts);
  const language = useLanguage();
  const { data } = useFigures(member, { staleTime: KEPT_MS });
  const at = data?.last_session_at;
  const score = data?.avg_score ?? null;
  return (
    <>
      <Line label={figureWords[language].score}>
        <span className="tabular">
          {score === null ? (data ? '–' : '…') : scoreText(score, language)}
        </span>
      </Line>
      <Line label={t.lastTraining}>{at ? <Ago at={at} /> : data ? t.never : '…'}</Line>
    </>
  );
}

function OpenAssignments({ member: { id, is_me } }: MemberProps) {
  const t = useTexts(teamTexts);
  const language = useLanguage();
  const asked = { status: 'open', limit: `${COUNTED}` } as const;
  const own = useQuery({
    ...trpc.assignments.listOwn.queryOptions(asked, { staleTime: KEPT_MS }),
    enabled: is_me,
  });
  const other = useQuery({
    ...trpc.assignments.list.queryOptions({ ...asked, member_id: id }, { staleTime: KEPT_MS }),
    enabled: !is_me,
  });
  const { data } = is_me ? own : other;
  const count = data && `${numberText(data.data.length, language)}${data.next_cursor ? '+' : ''}`;
  return (
    <Line label={t.openAssignments}>
      <span className="tabular">{count ?? '…'}</span>
    </Line>
  );
}
