import { useLanguage, useTexts } from '../../text/language.ts';
import { DocsLink } from '../../ui/docs-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ActiveSection } from './active-section.tsx';
import { CodeSection } from './code-section.tsx';
import { commandLinePage } from './page.ts';
import { commandLineTexts } from './texts.ts';

/** A person logs in a command line here with its code, and logs out command lines of the team. */
export function CommandLinePage() {
  const t = useTexts(commandLineTexts);
  const lead = (
    <>
      {t.lead} <DocsLink page="guides/command-line">{t.guide}</DocsLink>
    </>
  );
  return (
    <div className="grid w-full max-w-2xl gap-6">
      <PageHeader lead={lead} title={commandLinePage.title[useLanguage()]} />
      <CodeSection />
      <ActiveSection />
    </div>
  );
}
