import type { Training } from '../../../features/trainings/trainings.schema.ts';
import { Ago, Time } from '../../session/time.tsx';
import type { Assign } from '../../team/assign/use-assign.tsx';
import { Combination } from '../../team/combination.tsx';
import { useMembersById } from '../../team/members-by-id.ts';
import { isShown, Person } from '../../team/person.tsx';
import { ScoreCell, useScores } from '../../team/score-cell.tsx';
import { teamTexts } from '../../team/texts.ts';
import { Duration, TrainingStatus } from '../../team/training-cells.tsx';
import { useTexts } from '../../text/language.ts';
import type { Verb } from '../../ui/row-menu.tsx';
import { Table } from '../../ui/table.tsx';
import type { Sorting } from '../../ui/table-head.tsx';
import type { Column } from '../../ui/table-row.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import type { RowTarget } from '../../ui/use-filters.ts';
import { trainingTexts } from './texts.ts';

type Props = {
  rows: readonly Training[];
  /** The person's own trainings: no column names the member. */
  isOwn?: boolean;
  to: (training: Training) => RowTarget;
  /** Undefined for those who may not assign exercises. */
  onAssign?: Assign | undefined;
  sorting?: Sorting;
};

export function TrainingTable({ rows, isOwn = false, to, onAssign, sorting }: Props) {
  const t = useTexts(trainingTexts);
  const { assign: label } = useTexts(teamTexts);
  const members = useMembersById(isOwn ? [] : rows.map(({ user_id }) => user_id));
  const verbs = ({ user_id }: Training): Verb[] => {
    const member = members.get(user_id);
    if (!onAssign || !member || !isShown(member)) return [];
    return [{ label, icon: 'assignment', run: () => onAssign(member.id) }];
  };
  return (
    <Table
      columns={useColumns(rows, isOwn ? null : members)}
      keyOf={({ id }) => id}
      label={t.all}
      to={to}
      rows={rows}
      sorting={sorting}
      verbs={onAssign && verbs}
    />
  );
}

type Members = ReturnType<typeof useMembersById>;

/** `members` is null if all trainings are the person's own. */
function useColumns(rows: readonly Training[], members: Members | null): Column<Training>[] {
  const t = useTexts(trainingTexts);
  const scores = useScores(rows, members === null);
  const nameOf = (id: string) => members?.get(id)?.name ?? members?.get(id)?.email ?? id;
  const person: Column<Training> = {
    id: 'person',
    title: t.member,
    dropped: 'second',
    width: 196,
    cell: ({ user_id }) => <Person id={user_id} member={members?.get(user_id)} />,
  };
  const exercise: Column<Training> = {
    id: 'exercise',
    title: t.exercise,
    cell: (training, hides) => {
      const { user_id, created_at } = training;
      const when = hides('started') && created_at ? <Ago at={created_at} shows="logged" /> : null;
      const who = (
        <>
          {nameOf(user_id)}
          {when ? ' · ' : null}
          {when}
        </>
      );
      return (
        <TwoLines more={members === null ? when : hides('person') && who}>
          <span className="font-medium">
            <Combination choice={training} />
          </span>
        </TwoLines>
      );
    },
  };
  return [
    exercise,
    ...(members === null ? [] : [person]),
    {
      id: 'duration',
      title: t.duration,
      dropped: 'first',
      width: 112,
      cell: ({ duration_s }) => <Duration seconds={duration_s} />,
    },
    {
      id: 'started',
      title: t.started,
      sorts: 'down',
      dropped: 'last',
      width: 144,
      cell: ({ created_at }) => (created_at ? <Time at={created_at} shows="logged" /> : '–'),
    },
    {
      id: 'score',
      title: t.score,
      width: 112,
      cell: ({ id, status }, hides) => (
        <ScoreCell score={scores.get(id)} status={status} showsState={hides('status')} />
      ),
    },
    {
      id: 'status',
      title: t.status,
      dropped: 'last',
      width: 128,
      cell: ({ status }) => <TrainingStatus status={status} />,
    },
  ];
}
