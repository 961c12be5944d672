import { client } from '../../api/client.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { Listing } from '../../ui/listing.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ErrorsView } from './errors-view.tsx';
import { useLogFilters } from './line-filter.ts';
import { requestLogPage } from './page.ts';
import { RequestDrawer } from './request-drawer.tsx';
import { RequestFilters } from './request-filters.tsx';
import { RequestsView } from './requests-view.tsx';
import { requestLogTexts } from './texts.ts';
import { UsageView } from './usage-view.tsx';

const views = ['requests', 'errors', 'usage'] as const;

export function RequestLogPage() {
  const t = useTexts(requestLogTexts);
  const title = requestLogPage.title[useLanguage()];
  const { filters, setFilters, filter } = useLogFilters();
  const view = views.find((one) => one === filters.view) ?? 'requests';
  const about = { filters, setFilters, filter };
  const requests = (
    <Listing filters={<RequestFilters {...about} />}>
      <RequestsView {...about} key={JSON.stringify(filter)} />
    </Listing>
  );
  const contents = {
    requests,
    errors: <ErrorsView {...about} />,
    usage: <UsageView filters={filters} setFilters={setFilters} />,
  };
  return (
    <>
      <PageHeader
        actions={<ExportMenu filter={filter} locate={client.requestLog.export.query} />}
        lead={t.lead}
        title={title}
      />
      <Tabs
        label={title}
        onChange={(next) => setFilters({ view: next === 'requests' ? '' : next })}
        tabs={views.map((value) => ({ value, label: t.views[value], content: contents[value] }))}
        value={view}
      />
      {filters.line ? <RequestDrawer requestId={filters.line} setFilters={setFilters} /> : null}
    </>
  );
}
