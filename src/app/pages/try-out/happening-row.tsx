import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Happening, Triggered } from '../../../features/try-out/try-out.schema.ts';
import { client, trpc } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useMay } from '../../session/session.ts';
import { useTimeZone } from '../../session/time-zone.tsx';
import { useEntryName } from '../../team/entry-names.ts';
import { MemberSelect } from '../../team/member-select.tsx';
import { dateText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Steps } from '../../thread/thread.tsx';
import { isMoving } from '../../thread/use-thread.ts';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { SelectField } from '../../ui/field.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
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

type Props = { memberId: string; value: string; onChange: (id: string) => void };

/** The open assignments of a member. The training completes the chosen one. */
function AssignmentChoice({ memberId, value, onChange }: Props) {
  const t = useTexts(tryTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const nameOf = useEntryName();
  const { data } = useQuery(
    trpc.assignments.list.queryOptions({ member_id: memberId, status: 'open', limit: '50' }),
  );
  const open = data?.data ?? [];
  return (
    <SelectField
      hint={data && open.length === 0 ? t.noneOpen : undefined}
      label={t.assignment}
      onChange={({ target }) => onChange(target.value)}
      value={value}
    >
      <option value="">{t.noAssignment}</option>
      {open.map(({ id, situation_id, created_at }) => (
        <option key={id} value={id}>
          {[
            situation_id && nameOf(situation_id),
            created_at && dateText(created_at, { language, timeZone }),
          ]
            .filter(Boolean)
            .join(' · ') || id}
        </option>
      ))}
    </SelectField>
  );
}

const OFTEN_MS = 1_000;
const SELDOM_MS = 5_000;
/** A worker begins at the latest after this time. */
const SOON_MS = 20_000;

const isFailure = ({ action }: { action: string }) => action === 'crm.sync_failed';

type OutcomeProps = { name: Happening; done: Triggered };

/** What came of the request, up to the attempts. It is read again while more may come. */
function Outcome({ name, done: { request_id, made } }: OutcomeProps) {
  const t = useTexts(tryTexts);
  const [began] = useState(() => performance.now());
  const connection = made.find(({ kind }) => kind === 'connection');
  const read = useQuery(
    trpc.tryOut.outcome.queryOptions(
      { request_id, ...(connection && { connection_id: connection.id }) },
      {
        refetchInterval: ({ state: { data } }) => {
          const isSoon = performance.now() - began < SOON_MS;
          // The worker writes the failure first, and its event afterwards.
          const isAwaited = name === 'crm.sync.failed' && !data?.entries.some(isFailure);
          if (isSoon && (isAwaited || isMoving(data))) return OFTEN_MS;
          return isMoving(data) ? SELDOM_MS : false;
        },
      },
    ),
  );
  return (
    <section
      aria-label={t.outcome}
      aria-live="polite"
      className="grid min-w-0 gap-3 rounded-lg border border-line bg-ground p-3.5"
    >
      {read.data ? <Steps found={read.data} from={{ of: 'request', id: '' }} /> : null}
      <NotLoaded read={read}>
        <span className="hidden-text">{t.running}</span>
        <Skeleton className="h-24 w-full" />
      </NotLoaded>
    </section>
  );
}
