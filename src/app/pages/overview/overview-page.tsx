import { useState } from 'react';
import { FailureScreen } from '../../screens/failure-screen.tsx';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { late } from '../../ui/late.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Attention } from './attention.tsx';
import { attentionItems } from './attention-items.ts';
import { InterfaceNumbers } from './interface-numbers.tsx';
import { overviewPage } from './page.ts';
import { People } from './people.tsx';
import { Pulse, type PulseState, usePulse } from './pulse/pulse.tsx';
import { SetUp } from './set-up.tsx';
import { isUnfinished, type SetUpSteps, setUpSteps, type Track } from './set-up-steps.ts';
import { overviewTexts } from './texts.ts';
import { type Overview, useOverview } from './use-overview.ts';

const LookAround = late(
  () => import('./look-around.tsx').then((part) => part.LookAround),
  ({ isEmpty }) => (isEmpty ? <Skeleton className="h-36 w-full" /> : null),
);
const JustNow = late(
  () => import('./pulse/just-now.tsx').then((part) => part.JustNow),
  () => <Skeleton className="h-87 w-full" />,
);

/** The first page after sign-in for admins: people and what needs attention, then programs. */
export function OverviewPage() {
  const t = useTexts(overviewTexts);
  const language = useLanguage();
  const overview = useOverview();
  const pulse = usePulse();
  const header = <PageHeader lead={t.lead} title={overviewPage.title[language]} />;
  // A further try shows in the card of the pulse alone.
  const isFirstTry = pulse.read.isLoading && pulse.read.errorUpdateCount === 0;
  if (overview.isLoading || isFirstTry) {
    return (
      <>
        {header}
        <div aria-busy="true" className="grid gap-6">
          <Skeleton className="h-36 w-full" />
          <Skeleton className="h-60 w-full" />
          <div className={sideBySide}>
            <Skeleton className="h-87 w-full" />
            <Skeleton className="h-87 w-full" />
          </div>
        </div>
      </>
    );
  }
  if (overview.error) {
    return (
      <>
        {header}
        <FailureScreen error={overview.error} retry={overview.retry} />
      </>
    );
  }
  return (
    <>
      {header}
      <Loaded overview={overview} pulse={pulse} />
    </>
  );
}

type LoadedProps = { overview: Overview; pulse: PulseState };

function Loaded({ overview, pulse }: LoadedProps) {
  const t = useTexts(overviewTexts);
  const steps = setUpSteps(overview);
  // What is first stays first: a step that is done would otherwise move what the person looks at.
  const [isNew] = useState(() => isUnfinished(steps.people));
  // Until something has happened, a team in which much happens shows what there is to see.
  const [isEmpty] = useState(() => hasDoneNothing(overview, steps));
  return (
    <>
      <LookAround isEmpty={isEmpty && !overview.isFree} />
      {isNew ? <Tracks steps={steps} tracks={['people', 'programs']} /> : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {/* On a telephone, what somebody must do comes before the numbers. */}
        <Needs overview={overview} steps={steps} />
        <div className="sm:order-first">
          <People overview={overview} />
        </div>
      </div>
      {isNew ? null : <Tracks steps={steps} tracks={['programs']} />}
      <Happenings overview={overview} pulse={pulse} />
      {overview.hasInterfaces ? (
        <InterfaceNumbers usage={overview.usage} />
      ) : (
        <Notice title={t.interfacesMissing}>
          {overview.isFree ? t.notIncluded : t.interfacesMissingMore}
        </Notice>
      )}
    </>
  );
}

/** Nobody has trained, and no program has asked for anything. Without interfaces, nobody is invited either. */
function hasDoneNothing({ totals, hasInterfaces }: Overview, steps: SetUpSteps): boolean {
  if (!hasInterfaces) return isUnfinished(steps.people);
  const isSilent = steps.programs.some(
    ({ id, isDone }) => !isDone && (id === 'key' || id === 'request'),
  );
  return isSilent && totals?.sessions === 0;
}

type TracksProps = { steps: SetUpSteps; tracks: readonly Track[] };

/** The tracks of the set-up side by side, as far as they are unfinished. */
function Tracks({ steps, tracks }: TracksProps) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,26rem),1fr))] items-start gap-4 empty:hidden">
      {tracks.map((track) => (
        <SetUp key={track} steps={steps[track]} track={track} />
      ))}
    </div>
  );
}

const sideBySide =
  'grid grid-cols-[minmax(0,1fr)] items-stretch gap-4 lg:grid-cols-[minmax(0,1fr)_18rem] xl:grid-cols-[minmax(0,1fr)_22rem]';

/** What happens: the last day as a chart, and beside it the latest. */
function Happenings({ overview: { hasInterfaces }, pulse }: LoadedProps) {
  const { data } = pulse.read;
  const showsTrainings = data?.trainings != null;
  const hasCard = !data || hasInterfaces || showsTrainings;
  return (
    <div className={hasCard ? sideBySide : 'grid grid-cols-[minmax(0,1fr)]'}>
      <Pulse {...pulse} />
      <JustNow hasInterfaces={hasInterfaces} showsTrainings={showsTrainings} />
    </div>
  );
}

type NeedsProps = { overview: Overview; steps: SetUpSteps };

function Needs({ overview, steps }: NeedsProps) {
  const t = useTexts(overviewTexts);
  const language = useLanguage();
  const count = (value: number) => numberText(value, language);
  const items = attentionItems({ ...overview, t, count });
  // While steps are open, "nothing to do" would contradict them.
  const isOpen = Object.values(steps).some(isUnfinished);
  if (items.length === 0 && isOpen) return null;
  return (
    <Attention allWell={overview.hasInterfaces ? t.allWellMore : t.allWellMembers} items={items} />
  );
}
