import type { Page } from '../page.ts';
import { ErrorsBody } from './errors-body.tsx';
import { EventBody, EventsBody } from './event-body.tsx';
import { HomeBody } from './home-body.tsx';
import { OperationBody } from './operation-body.tsx';
import { OperationsBody } from './operations-body.tsx';
import { VerifyBody } from './verify-body.tsx';

/** What a page shows below its title. It depends on the kind of the page. */
export function BodyOf({ page }: { page: Page }) {
  const { body, language } = page;
  switch (body.kind) {
    case 'text':
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made from our own documents.
      return <div dangerouslySetInnerHTML={{ __html: body.html }} />;
    case 'home':
      return <HomeBody home={body.home} page={page} />;
    case 'operation':
      return <OperationBody language={language} operation={body.operation} />;
    case 'operations':
      return <OperationsBody groups={body.groups} language={language} />;
    case 'event':
      return <EventBody event={body.event} language={language} />;
    case 'events':
      return <EventsBody events={body.events} language={language} />;
    case 'errors':
      return <ErrorsBody errors={body.errors} language={language} />;
    case 'verify':
      return <VerifyBody html={body.html} language={language} opening={body.opening} />;
  }
}
