import type { Language } from '../../shared/language.ts';
import { useLanguage } from '../text/language.ts';
import { Icon } from './icon.tsx';

/** Where a page of the documentation is, in the language of the person. Without one, its start. */
export function docsAddress(language: Language, page = ''): string {
  return `/docs/${language}/${page}`;
}

type Props = { page: string; children: string };

/** Leads to a page of the documentation, in a tab of its own: what is half done here stays. */
export function DocsLink({ page, children }: Props) {
  const language = useLanguage();
  return (
    <a
      className="inline-flex items-center gap-1 rounded-sm text-accent-text underline-offset-2 hover:underline"
      href={docsAddress(language, page)}
      rel="noopener"
      target="_blank"
    >
      {children}
      <Icon name="external" size={14} />
    </a>
  );
}
