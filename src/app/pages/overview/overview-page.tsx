import { FailureScreen } from '../../screens/failure-screen.tsx';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Attention } from './attention.tsx';
import { attentionItems } from './attention-items.ts';
import { Numbers } from './numbers.tsx';
import { overviewPage } from './page.ts';
import { SetUp } from './set-up.tsx';
import { setUpSteps } from './set-up-steps.ts';
import { overviewTexts } from './texts.ts';
import { useOverview } from './use-overview.ts';

/** The first page after sign-in for admins: the next steps, the problems and a few numbers. */
export function OverviewPage() {
  const t = useTexts(overviewTexts);
  const language = useLanguage();
  const overview = useOverview();
  const header = <PageHeader lead={t.lead} title={overviewPage.title[language]} />;
  if (overview.isLoading) {
    return (
      <>
        {header}
        <div aria-busy="true" className="grid gap-6">
          <Skeleton className="h-64 w-full" />
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
  const count = (value: number) => numberText(value, language);
  const items = attentionItems({ ...overview, t, count });
  const steps = setUpSteps(overview);
  // While steps are open, "nothing to do" would contradict them.
  const isSettingUp = steps.some(({ isDone }) => !isDone);
  return (
    <>
      {header}
      <SetUp steps={steps} />
      {items.length === 0 && isSettingUp ? null : (
        <Attention
          allWell={overview.hasInterfaces ? t.allWellMore : t.allWellMembers}
          items={items}
        />
      )}
      <Numbers overview={overview} />
      {overview.hasInterfaces ? null : (
        <Notice title={t.interfacesMissing}>
          {overview.isFree ? t.notIncluded : t.interfacesMissingMore}
        </Notice>
      )}
    </>
  );
}
