import type { Training } from '../../../features/trainings/trainings.schema.ts';
import { Ago, Time } from '../../session/time.tsx';
import { Combination } from '../../team/combination.tsx';
import { useMembersById } from '../../team/members-by-id.ts';
import { Person } from '../../team/person.tsx';
import { useTexts } from '../../text/language.ts';
import { Table } from '../../ui/table.tsx';
import type { Column } from '../../ui/table-row.tsx';
import { TwoLines } from '../../ui/two-lines.tsx';
import { ScoreCell, useScores } from './score-cell.tsx';
import { trainingTexts } from './texts.ts';
import { Duration, TrainingStatus } from './training-cells.tsx';

type Props = {
  rows: readonly Training[];
  /** The person's own trainings: no column names the member. */
  isOwn?: boolean;
  onOpen: (training: Training) => void;
};

export function TrainingTable({ rows, isOwn = false, onOpen }: Props) {
  const t = useTexts(trainingTexts);
  const scores = useScores(rows, isOwn);
  const members = useMembersById(isOwn ? [] : rows.map(({ user_id }) => user_id));
  const person: Column<Training> = {
    id: 'person',
    title: t.member,
    cell: (training) => {
      const found = members.get(training.user_id);
      return (
        <Person
          email={found?.email}
          id={training.user_id}
          more={<Combination choice={training} />}
          name={found?.name}
        />
      );
    },
  };
  const exercise: Column<Training> = {
    id: 'exercise',
    title: t.exercise,
    ...(isOwn ? {} : { from: 'md' as const, width: 'md:w-[40%]' }),
    cell: (training) => (
      <TwoLines more={training.created_at ? <Ago at={training.created_at} /> : null}>
        <span className={isOwn ? 'font-medium' : 'text-soft'}>
          <Combination choice={training} />
        </span>
      </TwoLines>
    ),
  };
  const columns: Column<Training>[] = [
    ...(isOwn ? [exercise] : [person, exercise]),
    {
      id: 'duration',
      title: t.duration,
      from: 'lg',
      width: 'w-28',
      cell: ({ duration_s }) => <Duration seconds={duration_s} />,
    },
    {
      id: 'started',
      title: t.started,
      from: 'sm',
      width: 'w-36',
      cell: ({ created_at }) => (created_at ? <Time at={created_at} /> : '–'),
    },
    {
      id: 'score',
      title: t.score,
      width: 'w-28',
      cell: ({ id, status }) => <ScoreCell score={scores.get(id)} status={status} />,
    },
    {
      id: 'status',
      title: t.status,
      from: 'sm',
      width: 'w-32',
      cell: ({ status }) => <TrainingStatus status={status} />,
    },
  ];
  return (
    <Table columns={columns} keyOf={({ id }) => id} label={t.all} onOpen={onOpen} rows={rows} />
  );
}
