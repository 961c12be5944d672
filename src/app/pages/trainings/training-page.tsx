import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Training } from '../../../features/trainings/trainings.schema.ts';
import { trpc } from '../../api/client.ts';
import { useEntryName } from '../../team/entry-names.ts';
import { useMembersById } from '../../team/members-by-id.ts';
import { isShown, MemberName } from '../../team/person.tsx';
import { PersonTrainings } from '../../team/person-work/person-work.tsx';
import { useLanguage } from '../../text/language.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { WithFacts } from '../../ui/with-facts.tsx';
import { Evaluated } from './evaluated.tsx';
import { trainingPage } from './page.ts';
import { TrainingActions } from './training-actions.tsx';
import { TrainingDetails } from './training-details.tsx';

/** One training with its evaluation. */
export function TrainingPage() {
  const title = trainingPage.title[useLanguage()];
  const { training: training_id = '' } = useParams({ strict: false }) as { training?: string };
  const options = trpc.trainings.get.queryOptions({ training_id });
  const read = useQuery(options);
  if (read.data) return <Loaded training={read.data} />;
  return (
    <NotLoaded read={read}>
      <PageHeader back={<BackLink from={trainingPage} />} title={title} />
      <Skeleton className="h-96 w-full" />
    </NotLoaded>
  );
}

function Loaded({ training }: { training: Training }) {
  const language = useLanguage();
  const nameOf = useEntryName();
  const person = useMembersById([training.user_id]).get(training.user_id);
  const { situation_id } = training;
  const title = situation_id ? nameOf(situation_id) : trainingPage.title[language];
  const isScored = training.status === 'scored';
  const evaluation = useQuery({
    ...trpc.evaluations.get.queryOptions({ training_id: training.id }),
    enabled: isScored,
  });
  return (
    <>
      <PageHeader
        actions={
          <TrainingActions evaluation={evaluation.data} person={person} training={training} />
        }
        back={<BackLink from={trainingPage} />}
        lead={<MemberName member={person}>{person?.name ?? person?.email ?? '\u00a0'}</MemberName>}
        title={title}
      />
      <WithFacts facts={<TrainingDetails training={training} />}>
        <Evaluated read={evaluation} status={training.status} />
        {isScored || !person || !isShown(person) ? null : (
          <PersonTrainings member={person} without={training.id} />
        )}
      </WithFacts>
    </>
  );
}
