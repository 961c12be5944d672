import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Evaluation } from '../../../features/evaluations/evaluations.schema.ts';
import type { MemberInApp } from '../../../features/members/members-in-app.schema.ts';
import type { Training } from '../../../features/trainings/trainings.schema.ts';
import { GAP_BELOW } from '../../../shared/web/figures.ts';
import { trpc } from '../../api/client.ts';
import { useMay } from '../../session/session.ts';
import { isShown } from '../../team/person.tsx';
import { skillsInOrder } from '../../team/skills.ts';
import { teamTexts } from '../../team/texts.ts';
import { useTexts } from '../../text/language.ts';
import { Actions } from '../../ui/actions.tsx';
import { IconButton } from '../../ui/button.tsx';
import { late } from '../../ui/late.tsx';
import { useActions } from '../../ui/open-actions.ts';
import { useFilters } from '../../ui/use-filters.ts';
import { trainingTexts } from './texts.ts';

const AssignDialog = late(() =>
  import('../../team/assign/assign-dialog.tsx').then((part) => part.AssignDialog),
);

type Props = {
  training: Training;
  person: MemberInApp | undefined;
  evaluation: Evaluation | undefined;
};

/** What follows from a training: an exercise for its person, and a look at the one before or after. */
export function TrainingActions({ training, person, evaluation }: Props) {
  const { assign } = useTexts(teamTexts);
  const mayAssign = useMay('change_assignments');
  const [{ assign: gap }, set] = useFilters(['assign'], { drawers: ['assign'] });
  const member = mayAssign && person && isShown(person) ? person : undefined;
  return (
    <>
      <Beside id={training.id} />
      <Actions
        actions={[
          member !== undefined && {
            label: assign,
            icon: 'assignment',
            letter: 'a',
            look: 'primary',
            run: () => set({ assign: gapOf(evaluation) }),
          },
        ]}
        id={training.id}
      />
      {gap && member ? (
        <AssignDialog gap={gap} memberId={member.id} onClose={() => set({ assign: '' })} />
      ) : null}
    </>
  );
}

/** What the person was weakest at, if that is a gap. */
function gapOf(evaluation: Evaluation | undefined): string {
  const scores = evaluation?.score.dimensions;
  const [weakest] = scores ? skillsInOrder.toSorted((a, b) => scores[a] - scores[b]) : [];
  return weakest && scores && scores[weakest] < GAP_BELOW ? weakest : '1';
}

/** As in a list of trainings, whose newest is on top: j leads down to the earlier one. */
function Beside({ id }: { id: string }) {
  const t = useTexts(trainingTexts);
  const navigate = useNavigate();
  const beside = trpc.trainings.beside.queryOptions({ training_id: id });
  const { data, isPlaceholderData } = useQuery({ ...beside, placeholderData: keepPreviousData });
  const to = (other: string | null | undefined, label: string) => ({
    label,
    isDisabled: !other || isPlaceholderData,
    run: () => void navigate({ to: `/trainings/${other}` }),
  });
  const later = { ...to(data?.later_id, t.later), icon: 'rowUp', letter: 'k' } as const;
  const earlier = { ...to(data?.earlier_id, t.earlier), icon: 'down', letter: 'j' } as const;
  useActions(
    id,
    [earlier, later].filter(({ isDisabled }) => !isDisabled),
  );
  // A button that is disabled while it has the focus would swallow the keys.
  return [later, earlier].map(({ label, icon, isDisabled, run }) => (
    <IconButton
      aria-disabled={isDisabled}
      icon={icon}
      key={icon}
      label={label}
      onClick={isDisabled ? undefined : run}
    />
  ));
}
