import { client } from '../../api/client.ts';
import type { AppOutputs } from '../../api/outputs.ts';
import type { WorkOptions } from '../../api/use-action.ts';
import { useTexts } from '../../text/language.ts';
import type { GroupAction } from '../../ui/select/group-actions.ts';
import type { Selection } from '../../ui/select/selection.ts';
import { SelectionBar } from '../../ui/select/selection-bar.tsx';
import { assignmentTexts } from './texts.ts';

type FoundAssignment = AppOutputs['assignments']['list']['data'][number];

type Props = {
  selection: Selection<FoundAssignment>;
  /** The assignment that is open beside the list. */
  open: string | undefined;
  /** It is gone. */
  onOpenRemoved: () => void;
};

/** What changes the state of an assignment. */
export function useMarks(): GroupAction<FoundAssignment>[] {
  const t = useTexts(assignmentTexts);
  return [
    {
      verb: t.markOpen,
      icon: 'refresh',
      takes: ({ status }) => status !== 'open',
      work: (row, options) => mark(row, 'open', options),
      done: t.markedOpen,
    },
    {
      verb: t.markDone,
      icon: 'check',
      look: 'primary',
      takes: ({ status }) => status === 'open',
      work: (row, options) => mark(row, 'done', options),
      done: t.markedDone,
    },
  ];
}

/** What can be done with the selected assignments. */
export function AssignmentsBar({ selection, open, onOpenRemoved }: Props) {
  const t = useTexts(assignmentTexts);
  return (
    <SelectionBar
      actions={[
        {
          verb: t.remove,
          look: 'quiet',
          isDangerous: true,
          takes: () => true,
          asks: { title: t.removeManyTitle, more: t.removeManyMore },
          work: async ({ id }, options) => {
            await client.assignments.remove.mutate({ assignment_id: id }, options);
            return null;
          },
          onDone: (rows) => rows.some(({ id }) => id === open) && onOpenRemoved(),
          done: t.removedMany,
        },
        ...useMarks(),
      ]}
      selection={selection}
    />
  );
}

type Changed = Pick<FoundAssignment, 'id' | 'status' | 'version' | 'completed_training_id'>;

/** Changes the state, and gives the change that undoes it. */
async function mark(row: Changed, status: 'open' | 'done', options: WorkOptions) {
  const { id: assignment_id, version, completed_training_id } = row;
  const change = client.assignments.change.mutate;
  const after = await change({ assignment_id, status, version }, options);
  // Undo would lose which training has completed an assignment. Nobody can revoke by hand.
  if (completed_training_id !== null || row.status === 'revoked') return null;
  const former = status === 'done' ? 'open' : 'done';
  return () => change({ assignment_id, status: former, version: after.version });
}
