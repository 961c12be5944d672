import type { Language } from '../../shared/language/language.ts';
import { useLanguage } from '../text/language.ts';
import { Icon } from './icon.tsx';

/** The address of a page of the documentation, in the person's language. Without `page`, of its start page. */
export function docsAddress(language: Language, page = ''): string {
  return `/docs/${language}/${page}`;
}

type Props = { page: string; children: string };

/** Opens a page of the documentation in a new tab, so that unfinished work in this tab is not lost. */
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
