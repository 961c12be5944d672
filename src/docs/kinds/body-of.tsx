import type { Page } from '../page.ts';

/** What the page shows below its title, by its kind. */
export function BodyOf({ page: { body } }: { page: Page }) {
  switch (body.kind) {
    case 'text':
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made from our own documents.
      return <div dangerouslySetInnerHTML={{ __html: body.html }} />;
  }
}
