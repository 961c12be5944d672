import { type ReactNode, useState } from 'react';
import { FailureScreen } from '../../screens/failure-screen.tsx';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { late } from '../../ui/late.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Attention } from './attention.tsx';
import { attentionItems } from './attention-items.ts';
import { Numbers } from './numbers.tsx';
import { overviewPage } from './page.ts';
import { Pulse, type PulseState, usePulse } from './pulse/pulse.tsx';
import { SetUp } from './set-up.tsx';
import { setUpSteps } from './set-up-steps.ts';
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

/** The first page after sign-in for admins: what happens, what needs attention, and a few numbers. */
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
          <div className={sideBySide}>
            <Skeleton className="h-87 w-full" />
            <Skeleton className="h-87 w-full" />
          </div>
          <Skeleton className="h-28 w-full" />
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
  const setUp = <SetUp steps={steps} />;
  // Until something can happen, the next step is more important than an empty day. What is first stays first: a step
  // that is done would otherwise move what the person looks at.
  const [isNew] = useState(() =>
    steps.some(({ id, isDone }) => !isDone && (id === 'key' || id === 'request')),
  );
  // Without interfaces, a team is new until it invites somebody.
  const [isEmpty] = useState(() => isNew || (!overview.hasInterfaces && steps.some(isOpen)));
  return (
    <>
      <LookAround isEmpty={isEmpty && !overview.isFree} />
      {isNew ? setUp : null}
      <Happenings overview={overview} pulse={pulse}>
        {isNew ? null : setUp}
        <Needs overview={overview} steps={steps} />
      </Happenings>
      <Numbers overview={overview} />
      {overview.hasInterfaces ? null : (
        <Notice title={t.interfacesMissing}>
          {overview.isFree ? t.notIncluded : t.interfacesMissingMore}
        </Notice>
      )}
    </>
  );
}

const isOpen = ({ isDone }: ReturnType<typeof setUpSteps>[number]) => !isDone;

const sideBySide =
  'grid grid-cols-[minmax(0,1fr)] items-stretch gap-4 lg:grid-cols-[minmax(0,1fr)_18rem] xl:grid-cols-[minmax(0,1fr)_22rem]';

type HappeningsProps = LoadedProps & { children: ReactNode };

/**
 * What happens, and between the chart and the list what somebody must do: one below the other, the list may wait. Side
 * by side, both stand above.
 */
function Happenings({ overview: { hasInterfaces }, pulse, children }: HappeningsProps) {
  const { data } = pulse.read;
  const showsTrainings = data?.trainings != null;
  const hasCard = !data || hasInterfaces || showsTrainings;
  return (
    <div className={hasCard ? sideBySide : 'grid grid-cols-[minmax(0,1fr)]'}>
      <Pulse {...pulse} />
      <div className="grid content-start gap-6 empty:hidden lg:order-1 lg:col-span-full lg:mt-2">
        {children}
      </div>
      <JustNow hasInterfaces={hasInterfaces} showsTrainings={showsTrainings} />
    </div>
  );
}

type NeedsProps = { overview: Overview; steps: ReturnType<typeof setUpSteps> };

function Needs({ overview, steps }: NeedsProps) {
  const t = useTexts(overviewTexts);
  const language = useLanguage();
  const count = (value: number) => numberText(value, language);
  const items = attentionItems({ ...overview, t, count });
  // While steps are open, "nothing to do" would contradict them.
  if (items.length === 0 && steps.some(({ isDone }) => !isDone)) return null;
  return (
    <Attention allWell={overview.hasInterfaces ? t.allWellMore : t.allWellMembers} items={items} />
  );
}
