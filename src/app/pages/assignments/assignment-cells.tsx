import type { Assignment } from '../../../features/assignments/assignments.schema.ts';
import { earliestCurrentDay } from '../../../shared/due-date.ts';
import { dayText } from '../../text/day-text.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { assignmentTexts } from './texts.ts';

type Props = { assignment: Pick<Assignment, 'status' | 'due_date'> };

function isOverdue({ status, due_date }: Props['assignment']): boolean {
  if (status !== 'open' || due_date === null) return false;
  return due_date < earliestCurrentDay(new Date());
}

export function AssignmentStatus({ assignment }: Props) {
  const t = useTexts(assignmentTexts);
  if (isOverdue(assignment)) return <Badge tone="warn">{t.statuses.overdue}</Badge>;
  switch (assignment.status) {
    case 'open':
      return <Badge tone="accent">{t.statuses.open}</Badge>;
    case 'done':
      return <Badge>{t.statuses.done}</Badge>;
    case 'revoked':
      return <Badge>{t.statuses.revoked}</Badge>;
    default:
      return <Badge>{assignment.status}</Badge>;
  }
}

export function Day({ day }: { day: string }) {
  return (
    <time className="tabular" dateTime={day}>
      {dayText(day, useLanguage())}
    </time>
  );
}
