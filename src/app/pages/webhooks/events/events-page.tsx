import { useLanguage, useTexts } from '../../../text/language.ts';
import { DocsLink } from '../../../ui/docs-link.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { eventsPage } from '../page.ts';
import { EventList } from './event-list.tsx';
import { Readers } from './readers.tsx';
import { eventListTexts } from './texts.ts';

export function EventsPage() {
  const t = useTexts(eventListTexts);
  const title = eventsPage.title[useLanguage()];
  const lead = (
    <>
      {t.lead} <DocsLink page="guides/webhooks-or-feed">{t.guide}</DocsLink>
    </>
  );
  return (
    <>
      <PageHeader lead={lead} title={title} />
      <div className="grid gap-6">
        <Readers />
        <EventList />
      </div>
    </>
  );
}
