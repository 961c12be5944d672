import { useId, useState } from 'react';
import type { Happening, Triggered } from '../../../features/try-out/try-out.schema.ts';
import { client } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useMay } from '../../session/session.ts';
import { MemberSelect } from '../../team/member-select.tsx';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { AssignmentChoice } from './assignment-choice.tsx';
import { Outcome } from './outcome.tsx';
import { tryTexts } from './texts.ts';

const asksForMember = new Set<Happening>([
  'training.completed',
  'evaluation.completed',
  'member.removed',
]);
const asksForAssignment = new Set<Happening>(['training.completed', 'evaluation.completed']);

type Chosen = { member_id: string; assignment_id: string };
const nobody: Chosen = { member_id: '', assignment_id: '' };

/** One thing that a person can let happen: its description, its button, and below it the outcome. */
export function HappeningRow({ name }: { name: Happening }) {
  const t = useTexts(tryTexts);
  const id = useId();
  const may = useMay('try_out');
  const [chosen, setChosen] = useState(nobody);
  const [done, setDone] = useState<Triggered | null>(null);
  const run = useAction(client.tryOut.trigger.mutate, (answer) => {
    setDone(answer);
    // A removed member, or a completed assignment, cannot be chosen again.
    setChosen(({ member_id }) => ({ ...nobody, ...(name !== 'member.removed' && { member_id }) }));
  });
  const { title, more } = t.happenings[name];
  const input = {
    name,
    ...(chosen.member_id && { member_id: chosen.member_id }),
    ...(chosen.assignment_id && { assignment_id: chosen.assignment_id }),
  };
  return (
    <li aria-labelledby={id} className="grid gap-3 px-4 py-3.5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 flex-1 basis-72 gap-1">
          <h2 className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5 font-medium" id={id}>
            {title}
            {name === 'member.accepted' ? null : (
              <code className="font-mono text-xs font-normal text-soft">{name}</code>
            )}
          </h2>
          <p className="max-w-2xl text-sm text-pretty text-soft">{more}</p>
        </div>
        {may ? (
          <Button
            aria-label={`${done ? t.again : t.run}: ${title}`}
            isBusy={run.isBusy}
            onClick={() => void run.run(input)}
          >
            {done ? t.again : t.run}
          </Button>
        ) : null}
      </div>
      {may && asksForMember.has(name) ? (
        <Choice chosen={chosen} name={name} onChoose={setChosen} />
      ) : null}
      <FailureNotice error={run.error} />
      {done ? <Outcome done={done} key={done.request_id} name={name} /> : null}
    </li>
  );
}

type ChoiceProps = { name: Happening; chosen: Chosen; onChoose: (chosen: Chosen) => void };

function Choice({ name, chosen, onChoose }: ChoiceProps) {
  const t = useTexts(tryTexts);
  const { member_id, assignment_id } = chosen;
  const withAssignment = asksForAssignment.has(name);
  return (
    <Disclosure title={withAssignment ? t.choose : t.chooseMember}>
      <div className="grid max-w-xl gap-3 sm:grid-cols-2">
        <MemberSelect
          isField
          label={t.member}
          nobody={withAssignment ? t.anybody : t.newest}
          onChange={(id) => onChoose({ member_id: id, assignment_id: '' })}
          value={member_id}
        />
        {withAssignment && member_id ? (
          <AssignmentChoice
            memberId={member_id}
            onChange={(id) => onChoose({ member_id, assignment_id: id })}
            value={assignment_id}
          />
        ) : null}
      </div>
    </Disclosure>
  );
}
