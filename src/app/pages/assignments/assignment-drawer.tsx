import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { client, trpc } from '../../api/client.ts';
import type { AppOutputs } from '../../api/outputs.ts';
import { useAction, useRemoval } from '../../api/use-action.ts';
import { useMay } from '../../session/session.ts';
import { useTexts } from '../../text/language.ts';
import { Actions } from '../../ui/actions.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { late } from '../../ui/late.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Pane } from '../../ui/pane.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { AssignmentDetails } from './assignment-details.tsx';
import { assignmentTexts } from './texts.ts';

const EditAssignmentDialog = late(() =>
  import('./edit-dialog.tsx').then((part) => part.EditAssignmentDialog),
);

export type EditableAssignment = AppOutputs['assignments']['get'];

export type Step = 'edit' | 'remove';

type Props = {
  id: string;
  /** What a link, or the menu of a row, has asked for. */
  step: Step | undefined;
  onStepped: () => void;
  onAssignAlike: (id: string) => void;
  onClose: () => void;
};

/** One assignment, with all that can be done with it. */
export function AssignmentDrawer({ id, step, onStepped, onAssignAlike, onClose }: Props) {
  const t = useTexts(assignmentTexts);
  const mayChange = useMay('change_assignments');
  const options = trpc.assignments.get.queryOptions({ assignment_id: id });
  const read = useQuery(options);
  const { data } = read;
  const [opened, setOpened] = useState<Step | null>(null);
  const shown = opened ?? (mayChange ? step : null);
  const done = () => {
    setOpened(null);
    if (step) onStepped();
  };
  return (
    <Pane
      footer={
        data && mayChange ? (
          <AssignmentActions
            assignment={data}
            onAssignAlike={() => onAssignAlike(id)}
            onStep={setOpened}
          />
        ) : null
      }
      onClose={onClose}
      title={data ? (data.title ?? t.untitled) : '\u00a0'}
    >
      {data ? <AssignmentDetails assignment={data} /> : null}
      <NotLoaded read={read} />
      {data && shown === 'edit' ? <EditAssignmentDialog assignment={data} onClose={done} /> : null}
      {data && shown === 'remove' ? (
        <RemoveDialog assignment={data} onClose={done} onRemoved={onClose} />
      ) : null}
    </Pane>
  );
}

type ActionsProps = {
  assignment: EditableAssignment;
  onAssignAlike: () => void;
  onStep: (step: Step) => void;
};

function AssignmentActions({ assignment, onAssignAlike, onStep }: ActionsProps) {
  const { id, status, version, completed_training_id } = assignment;
  const t = useTexts(assignmentTexts);
  const change = useAction(client.assignments.change.mutate, (after) => {
    const former = status === 'open' ? 'open' : 'done';
    const undo = () =>
      client.assignments.change.mutate({
        assignment_id: id,
        status: former,
        version: after.version,
      });
    // Undo would lose which training has completed an assignment. Nobody can revoke by hand.
    const canUndo = completed_training_id === null && status !== 'revoked';
    showToast(t.marked, canUndo ? { undo } : {});
  });
  const next = status === 'open' ? 'done' : 'open';
  return (
    <>
      <div className="w-full">
        <FailureNotice error={change.error} />
      </div>
      <Actions
        actions={[
          {
            label: t.remove,
            look: 'quiet',
            isDangerous: true,
            run: () => onStep('remove'),
          },
          { label: t.edit, letter: 'e', run: () => onStep('edit') },
          { label: t.assignAlike, icon: 'people', isInMenu: true, run: onAssignAlike },
          {
            label: next === 'done' ? t.markDone : t.markOpen,
            icon: next === 'done' ? 'check' : 'refresh',
            isBusy: change.isBusy,
            look: next === 'done' ? 'primary' : 'plain',
            run: () => void change.run({ assignment_id: id, status: next, version }),
          },
        ]}
        id={id}
      />
    </>
  );
}

type RemoveProps = { assignment: EditableAssignment; onClose: () => void; onRemoved: () => void };

function RemoveDialog({ assignment: { id, title }, onClose, onRemoved }: RemoveProps) {
  const t = useTexts(assignmentTexts);
  const isRemoved = useRef(false);
  const remove = useRemoval(client.assignments.remove.mutate, () => {
    isRemoved.current = true;
    onRemoved();
    showToast(t.removed);
  });
  return (
    <Confirm
      action={remove}
      input={{ assignment_id: id }}
      // What was removed has been closed with all that its address asked for.
      onClose={() => (isRemoved.current ? undefined : onClose())}
      title={t.removeTitle(title ?? t.untitled)}
      verb={t.remove}
    >
      <p>{t.removeMore}</p>
    </Confirm>
  );
}
