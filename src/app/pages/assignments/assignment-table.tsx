import type { Assignment } from '../../../features/assignments/assignments.schema.ts';
import { AssignmentStatus, Day } from '../../team/assignment-cells.tsx';
import { Combination } from '../../team/combination.tsx';
import { useMembersById } from '../../team/members-by-id.ts';
import { Person } from '../../team/person.tsx';
import { useTexts } from '../../text/language.ts';
import type { Verb } from '../../ui/row-menu.tsx';
import { Table } from '../../ui/table.tsx';
import type { Sorting } from '../../ui/table-head.tsx';
import type { Column } from '../../ui/table-row.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import type { RowTarget } from '../../ui/use-filters.ts';
import { assignmentTexts } from './texts.ts';

type Props<R extends Assignment> = {
  rows: readonly R[];
  /** The person's own assignments: no column names the member. */
  isOwn?: boolean;
  to: (assignment: R) => RowTarget;
  verbs?: ((assignment: R) => readonly Verb[]) | undefined;
  sorting?: Sorting;
};

export function AssignmentTable<R extends Assignment>(props: Props<R>) {
  const { rows, isOwn = false, to, verbs, sorting } = props;
  const t = useTexts(assignmentTexts);
  const members = useMembersById(isOwn ? [] : rows.map(({ member_user_id }) => member_user_id));
  const whoIs = ({ member_user_id, member_email }: Assignment) =>
    members.get(member_user_id ?? '')?.name ?? member_email ?? member_user_id ?? '–';
  const person: Column<Assignment> = {
    id: 'person',
    title: t.member,
    dropped: 'second',
    width: 160,
    cell: ({ member_user_id, member_email }) => (
      <Person email={member_email} id={member_user_id} member={members.get(member_user_id ?? '')} />
    ),
  };
  const columns: Column<Assignment>[] = [
    {
      id: 'title',
      title: t.title,
      cell: (assignment, hides) => {
        const name = !isOwn && hides('person') ? whoIs(assignment) : null;
        const isDue = hides('due');
        return (
          <TwoLines more={(isDue || name) && <Hidden {...{ assignment, isDue, name }} />}>
            <span className="font-medium">{assignment.title ?? t.untitled}</span>
          </TwoLines>
        );
      },
    },
    ...(isOwn ? [] : [person]),
    {
      id: 'combination',
      title: t.combination,
      dropped: 'first',
      least: 172,
      cell: (assignment) => (
        <span className="text-soft">
          <Combination choice={assignment} />
        </span>
      ),
    },
    {
      id: 'due',
      title: t.due,
      sorts: 'up',
      dropped: 'last',
      width: 128,
      cell: (assignment) => <Due assignment={assignment} />,
    },
    {
      id: 'status',
      title: t.status,
      width: 112,
      cell: (assignment) => <AssignmentStatus assignment={assignment} />,
    },
  ];
  return (
    <Table
      {...{ columns, to, rows, sorting, verbs }}
      keyOf={({ id }) => id}
      label={t.combination}
    />
  );
}

function Due({ assignment: { due_date } }: { assignment: Pick<Assignment, 'due_date'> }) {
  const t = useTexts(assignmentTexts);
  return due_date ? <Day day={due_date} /> : <span className="text-soft">{t.noDue}</span>;
}

type HiddenProps = {
  assignment: Pick<Assignment, 'due_date'>;
  isDue: boolean;
  name: string | null;
};

/** What the columns have no room for. Without its column, the due date has no title. */
function Hidden({ assignment, isDue, name }: HiddenProps) {
  const t = useTexts(assignmentTexts);
  return (
    <>
      {isDue && assignment.due_date ? `${t.due} ` : null}
      {isDue ? <Due assignment={assignment} /> : null}
      {isDue && name ? ' · ' : null}
      {name}
    </>
  );
}
