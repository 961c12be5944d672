import { client } from '../../api/client.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { late } from '../../ui/late.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useLogFilters } from './line-filter.ts';
import { ListSwitches } from './list-switches.tsx';
import { requestLogPage } from './page.ts';
import { RequestsView } from './requests-view.tsx';
import { requestLogTexts } from './texts.ts';

const RequestDrawer = late(() => import('./request-drawer.tsx').then((part) => part.RequestDrawer));

const ErrorsView = late(
  () => import('./errors-view.tsx').then((part) => part.ErrorsView),
  () => <Skeleton className="h-64 w-full" />,
);
const UsageView = late(
  () => import('./usage-view.tsx').then((part) => part.UsageView),
  () => <Skeleton className="h-64 w-full" />,
);

const views = ['requests', 'errors', 'usage'] as const;

export function RequestLogPage() {
  const t = useTexts(requestLogTexts);
  const title = requestLogPage.title[useLanguage()];
  const { filters, setFilters, filter } = useLogFilters();
  const view = views.find((one) => one === filters.view) ?? 'requests';
  const about = { filters, setFilters, filter };
  const contents = {
    requests: <RequestsView {...about} />,
    errors: <ErrorsView {...about} />,
    usage: <UsageView filters={filters} setFilters={setFilters} />,
  };
  // Each line counts: the first row is seen without scrolling. The list says below what it has.
  return (
    <div className="grid gap-3">
      <PageHeader
        actions={
          <>
            {view === 'requests' ? (
              <ListSwitches filters={filters} setFilters={setFilters} />
            ) : null}
            <ExportMenu filter={filter} locate={client.requestLog.export.query} />
          </>
        }
        title={title}
      />
      <Tabs
        label={title}
        onChange={(next) => setFilters({ view: next === 'requests' ? '' : next, sort: '' })}
        tabs={views.map((value) => ({ value, label: t.views[value], content: contents[value] }))}
        value={view}
      />
      {filters.line ? <RequestDrawer requestId={filters.line} setFilters={setFilters} /> : null}
    </div>
  );
}
