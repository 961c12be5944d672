import type { Language } from '../../shared/language.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import type { Page } from '../page.ts';
import { linksFrom } from './links.ts';

const texts: Record<Language, string> = {
  de: `# Dokumentation

Lesen und ändern Sie Mitglieder, Trainings, Bewertungen und Zuweisungen Ihres Teams über REST, und empfangen Sie signierte Webhooks.

- [Die erste Anfrage](guides/first-request.md)
`,
  en: `# Documentation

Read and change your team's members, trainings, evaluations and assignments over REST, and receive signed webhooks.

- [Your first request](guides/first-request.md)
`,
};

export function startPage(language: Language): Page {
  const markdown = texts[language];
  const linkOf = (target: string) =>
    linksFrom(`docs/guides/${language}/x.md`, language)(target.replace('guides/', ''));
  const { html, ...rest } = renderMarkdown(markdown, { language, linkOf });
  return { ...rest, language, path: '', group: 'start', body: { kind: 'text', html }, markdown };
}
