import { caseFields } from '../../../features/cases/case-fields.schema.ts';
import { labelsIn } from '../../../shared/schema/fields.ts';
import { Time } from '../../session/time.tsx';
import { useEntryName } from '../../team/entry-names.ts';
import { useMembersById } from '../../team/members-by-id.ts';
import { Person } from '../../team/person.tsx';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Table } from '../../ui/table.tsx';
import type { Sorting } from '../../ui/table-head.tsx';
import type { Column } from '../../ui/table-row.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import type { RowTarget } from '../../ui/use-filters.ts';
import type { EditableCase } from './case-details.tsx';
import { caseTexts } from './texts.ts';

type Props = {
  rows: readonly EditableCase[];
  /** The person's own cases: no column names the member. */
  isOwn?: boolean;
  to: (row: EditableCase) => RowTarget;
  sorting?: Sorting;
};

export function CaseTable({ rows, isOwn = false, to, sorting }: Props) {
  const t = useTexts(caseTexts);
  const labels = labelsIn(caseFields, useLanguage());
  const nameOf = useEntryName();
  const members = useMembersById(isOwn ? [] : rows.map(({ user_id }) => user_id));
  const nameOfMember = (id: string) => members.get(id)?.name ?? members.get(id)?.email ?? id;
  const member: Column<EditableCase> = {
    id: 'member',
    title: t.member,
    dropped: 'second',
    width: 224,
    cell: ({ user_id }) => <Person id={user_id} member={members.get(user_id)} />,
  };
  const columns: Column<EditableCase>[] = [
    {
      id: 'title',
      title: labels.title,
      cell: ({ title, user_id }, hides) => (
        <TwoLines more={!isOwn && hides('member') && nameOfMember(user_id)}>
          <span className="font-medium">{title ?? t.untitled}</span>
        </TwoLines>
      ),
    },
    ...(isOwn ? [] : [member]),
    {
      id: 'persona',
      title: labels.persona_id,
      dropped: 'last',
      width: 240,
      narrow: 176,
      cell: ({ persona_id }) => (
        <span className="text-soft">{persona_id ? nameOf(persona_id) : '–'}</span>
      ),
    },
    {
      id: 'created',
      title: t.createdAt,
      sorts: 'down',
      width: 128,
      cell: ({ created_at }) => (created_at ? <Time at={created_at} shows="logged" /> : '–'),
    },
  ];
  return (
    <Table
      columns={columns}
      keyOf={({ id }) => id}
      label={labels.title}
      to={to}
      rows={rows}
      sorting={sorting}
    />
  );
}
