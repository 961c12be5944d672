import { Link } from '@tanstack/react-router';
import type { Training } from '../../../features/trainings/trainings.schema.ts';
import { useMay } from '../../session/session.ts';
import { Time } from '../../session/time.tsx';
import { useEntryName } from '../../team/entry-names.ts';
import { teamTexts } from '../../team/texts.ts';
import { Duration, TrainingStatus } from '../../team/training-cells.tsx';
import { useTexts } from '../../text/language.ts';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { useActions } from '../../ui/open-actions.ts';
import { trainingTexts } from './texts.ts';

const named = ['situation', 'personality', 'industry', 'role'] as const;

type Props = { training: Training; isOwn?: boolean };

export function TrainingDetails({ training, isOwn = false }: Props) {
  const t = useTexts(trainingTexts);
  const team = useTexts(teamTexts);
  const nameOf = useEntryName();
  const maySeeDeliveries = useMay('see_webhooks');
  useActions(training.id, []);
  const { created_at, finished_at, duration_s, assignment_id, external_ref } = training;
  return (
    <Details>
      <Detail label={t.status}>
        <TrainingStatus status={training.status} />
      </Detail>
      {named.map((dimension) => {
        const id = training[`${dimension}_id`];
        return id ? (
          <Detail key={dimension} label={team.dimensions[dimension]}>
            {nameOf(id)}
          </Detail>
        ) : null;
      })}
      {created_at ? (
        <Detail label={t.started}>
          <Time at={created_at} shows="date-time" />
        </Detail>
      ) : null}
      {finished_at ? (
        <Detail label={t.finished}>
          <Time at={finished_at} shows="date-time" />
        </Detail>
      ) : null}
      <Detail label={t.duration}>
        <Duration seconds={duration_s} />
      </Detail>
      <Detail label={t.assignment}>
        {assignment_id ? (
          <Link
            className="block truncate rounded-sm font-mono text-xs text-accent-text hover:underline"
            search={{ assignment: assignment_id }}
            to={isOwn ? '/my/assignments' : '/assignments'}
          >
            {assignment_id}
          </Link>
        ) : (
          <span className="text-soft">{t.freely}</span>
        )}
      </Detail>
      <Detail label={t.source}>{training.source === 'app' ? t.sourceApp : training.source}</Detail>
      {external_ref ? (
        <Detail label={t.externalRef}>
          <code className="font-mono text-xs break-all">{JSON.stringify(external_ref)}</code>
        </Detail>
      ) : null}
      <Detail label="ID">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <CopyableId id={training.id} />
          {maySeeDeliveries ? (
            <Link
              className="min-h-6 rounded-sm py-0.5 text-accent-text underline underline-offset-2"
              search={{ id: training.id } as never}
              to="/deliveries"
            >
              {t.deliveries}
            </Link>
          ) : null}
        </span>
      </Detail>
    </Details>
  );
}
