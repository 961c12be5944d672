import type { Assignment } from '../../features/assignments/assignments.schema.ts';
import { earliestCurrentDay } from '../../shared/time/due-date.ts';
import { hasState } from '../../shared/web/states.ts';
import { dayText } from '../text/day-text.ts';
import { useLanguage } from '../text/language.ts';
import { Badge } from '../ui/badge.tsx';
import { State } from '../ui/state.tsx';

type Props = { assignment: Pick<Assignment, 'status' | 'due_date'> };

function isOverdue({ status, due_date }: Props['assignment']): boolean {
  if (status !== 'open' || due_date === null) return false;
  return due_date < earliestCurrentDay(new Date());
}

export function AssignmentStatus({ assignment }: Props) {
  const { status } = assignment;
  if (isOverdue(assignment)) return <State is="overdue" noun="assignment" />;
  return hasState('assignment', status) ? (
    <State is={status} noun="assignment" />
  ) : (
    <Badge>{status}</Badge>
  );
}

export function Day({ day }: { day: string }) {
  return (
    <time className="tabular" dateTime={day}>
      {dayText(day, useLanguage())}
    </time>
  );
}
