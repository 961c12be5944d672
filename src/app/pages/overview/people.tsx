import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DAY_MS } from '../../../shared/time/durations.ts';
import { skillText } from '../../team/skills.ts';
import { numberText, scoreText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Sparkline } from '../../ui/chart/sparkline.tsx';
import { linkClass } from '../../ui/link-class.ts';
import { Stat, Stats } from '../../ui/stat.tsx';
import { overviewTexts } from './texts.ts';
import { MOST_NEW, type Overview } from './use-overview.ts';

const BARS = 12;
const NEW_MS = 30 * DAY_MS;

type Props = { overview: Overview };

/** What the people of the team do: who trains, what is due, where help is needed, who is new. */
export function People({ overview }: Props) {
  const t = useTexts(overviewTexts);
  return (
    <section aria-label={t.people} className="grid gap-3">
      <h2 className="font-medium">{t.people}</h2>
      <Stats>
        <Trained overview={overview} />
        <Assignments overview={overview} />
        <Score overview={overview} />
        <Members overview={overview} />
      </Stats>
    </section>
  );
}

function Trained({ overview: { trained, totals, weeks } }: Props) {
  const t = useTexts(overviewTexts);
  const language = useLanguage();
  const bars = weeks.slice(-BARS).map(({ sessions }) => sessions);
  const of = t.ofMembers(numberText(totals?.active_members ?? 0, language));
  return (
    <Stat label={t.trained} more={of} value={numberText(trained?.this_week ?? 0, language)}>
      <Detail to="/analytics">
        {t.inFourWeeks(numberText(trained?.four_weeks ?? 0, language))}
      </Detail>
      {bars.some((value) => value > 0) ? <Sparkline values={bars} /> : null}
    </Stat>
  );
}

function Assignments({ overview: { open, overdue } }: Props) {
  const t = useTexts(overviewTexts);
  const language = useLanguage();
  // While member detail is off, nobody lists assignments.
  if (open === undefined) return <Stat label={t.assignments} more={t.hidden} value="–" />;
  return (
    <Stat label={t.assignments} value={open === null ? '–' : numberText(open, language)}>
      {overdue > 0 ? (
        <Detail search={{ status: 'overdue' }} to="/assignments">
          {t.overdueShort(numberText(overdue, language))}
        </Detail>
      ) : (
        <Detail>{t.noneOverdue}</Detail>
      )}
    </Stat>
  );
}

function Score({ overview: { totals, gap } }: Props) {
  const t = useTexts(overviewTexts);
  const language = useLanguage();
  const score = totals?.avg_score ?? null;
  if (score === null) {
    const isHidden = totals !== undefined && totals.scored !== 0;
    return <Stat label={t.score} more={isHidden ? t.hidden : undefined} value="–" />;
  }
  return (
    <Stat label={t.score} more={t.scoreMore} value={scoreText(score, language)}>
      {gap === undefined ? (
        <Detail>{t.noGap}</Detail>
      ) : (
        <Detail hash="members" search={{ sort: 'largest_gap' }} to="/analytics">
          {t.largestGap(skillText(gap, t.skills))}
        </Detail>
      )}
    </Stat>
  );
}

function Members({ overview: { totals, settings, members } }: Props) {
  const t = useTexts(overviewTexts);
  const language = useLanguage();
  const since = Date.now() - NEW_MS;
  const fresh = members.filter(({ joined_at, created_at }) => {
    return Date.parse(joined_at ?? created_at) >= since;
  }).length;
  const count = `${numberText(fresh, language)}${fresh === MOST_NEW ? '+' : ''}`;
  const seats = [settings?.seats_taken ?? 0, settings?.seats ?? 0].map((n) =>
    numberText(n, language),
  );
  return (
    <Stat
      label={t.members}
      more={t.seats(seats[0] ?? '', seats[1] ?? '')}
      value={numberText(totals?.active_members ?? 0, language)}
    >
      {fresh > 0 ? (
        <Detail to="/members">{t.newMembers(count)}</Detail>
      ) : (
        <Detail>{t.noneNew}</Detail>
      )}
    </Stat>
  );
}

type DetailProps = {
  children: ReactNode;
  to?: string;
  search?: Record<string, string>;
  hash?: string;
};

/** A line under a number. If there is more to see, it leads there. */
function Detail({ children, to, search, hash }: DetailProps) {
  if (!to) return <span className="text-sm text-soft">{children}</span>;
  return (
    <Link
      className={`justify-self-start text-sm ${linkClass}`}
      {...(hash && { hash })}
      search={(search ?? {}) as never}
      to={to}
    >
      {children}
    </Link>
  );
}
