import { Link } from '@tanstack/react-router';
import type { Assignment } from '../../../features/assignments/assignments.schema.ts';
import { Time } from '../../session/time.tsx';
import { AssignmentStatus, Day } from '../../team/assignment-cells.tsx';
import { chosenDimensions } from '../../team/catalog-dimensions.ts';
import { useEntryName } from '../../team/entry-names.ts';
import { useMembersById } from '../../team/members-by-id.ts';
import { MemberName } from '../../team/person.tsx';
import { skills, skillText } from '../../team/skills.ts';
import { teamTexts } from '../../team/texts.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { linkClass } from '../../ui/link-class.ts';
import { useActions } from '../../ui/open-actions.ts';
import { assignmentTexts } from './texts.ts';

type Props = { assignment: Assignment; isOwn?: boolean };

export function AssignmentDetails({ assignment, isOwn = false }: Props) {
  const t = useTexts(assignmentTexts);
  const team = useTexts(teamTexts);
  const nameOf = useEntryName();
  const language = useLanguage();
  useActions(assignment.id, []);
  const { due_date, note, created_at, focus_dimension } = assignment;
  return (
    <>
      {note ? <p className="rounded-lg bg-sunk px-3 py-2.5 whitespace-pre-wrap">{note}</p> : null}
      <Details>
        <Detail label={t.status}>
          <AssignmentStatus assignment={assignment} />
        </Detail>
        {isOwn ? null : <Recipient assignment={assignment} />}
        {chosenDimensions.map((dimension) => {
          const id = assignment[`${dimension}_id`];
          return (
            <Detail key={dimension} label={team.dimensions[dimension]}>
              {id ? nameOf(id) : '–'}
            </Detail>
          );
        })}
        {focus_dimension ? (
          <Detail label={t.focus}>{skillText(focus_dimension, skills[language])}</Detail>
        ) : null}
        <Detail label={t.due}>{due_date ? <Day day={due_date} /> : t.noDue}</Detail>
        {created_at ? (
          <Detail label={t.createdAt}>
            <Time at={created_at} shows="date-time" />
          </Detail>
        ) : null}
        <Trainings assignment={assignment} isOwn={isOwn} />
        <Detail label="ID">
          <CopyableId id={assignment.id} />
        </Detail>
      </Details>
    </>
  );
}

function Recipient({ assignment: { member_user_id, member_email } }: Props) {
  const t = useTexts(assignmentTexts);
  const person = useMembersById([member_user_id]).get(member_user_id ?? '');
  return (
    <Detail label={t.member}>
      <span className="flex flex-wrap items-center gap-x-2">
        {person?.name ? <MemberName member={person}>{person.name}</MemberName> : null}
        {member_email ? <CopyableId id={member_email} /> : null}
        {member_user_id ? null : <span className="text-soft">{t.notJoined}</span>}
      </span>
    </Detail>
  );
}

function Trainings({ assignment: { id, completed_training_id: training }, isOwn }: Props) {
  const t = useTexts(assignmentTexts);
  return (
    <Detail label={training ? t.training : t.trainings}>
      {isOwn ? (
        <Link
          className={linkClass}
          search={training ? { training } : { assignment: id }}
          to="/my/trainings"
        >
          {training ? t.openTraining : t.openTrainings}
        </Link>
      ) : training ? (
        <Link className={linkClass} to={`/trainings/${training}`}>
          {t.openTraining}
        </Link>
      ) : (
        <Link className={linkClass} search={{ assignment: id }} to="/trainings">
          {t.openTrainings}
        </Link>
      )}
    </Detail>
  );
}
