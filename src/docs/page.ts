import type { Language } from '../shared/language.ts';
import type { ErrorsPage } from './reference/read-error-codes.ts';
import type { EventPage } from './reference/read-event.ts';
import type { OperationPage } from './reference/read-operation.ts';
import type { TagGroup } from './reference/read-tags.ts';
import type { Home } from './site/home.ts';

/** A heading in a page, at its anchor. */
export type Heading = { id: string; title: string; level: 2 | 3 };

/** What the search finds: a page, or a part of it at an anchor. */
export type SearchEntry = {
  title: string;
  anchor?: string;
  /** Method and path of an operation, such as `GET /users`. A search for it puts this page first. */
  route?: string;
  /** Other words that readers may use for it. The search finds them, and does not show them. */
  words?: string;
  /** The samples of the part. They count less than its text, and are never shown as an excerpt. */
  code?: string;
  /** Plain text; names in it, such as `next_cursor`, are found as they are and by their parts. */
  text: string;
};

/** The groups of the navigation, in their order. */
export type Group = 'start' | 'guides' | 'tools' | 'reference' | 'events' | 'operators';

/** What a page shows. Each kind has its component in kinds/. */
type Body =
  | { kind: 'text'; html: string }
  | { kind: 'home'; home: Home }
  | { kind: 'operation'; operation: OperationPage }
  | { kind: 'operations'; groups: TagGroup[] }
  | { kind: 'event'; event: EventPage }
  | { kind: 'events'; events: EventPage[] }
  | { kind: 'errors'; errors: ErrorsPage }
  /** The check of a signature is between its opening and the rest. */
  | { kind: 'verify'; opening: string; html: string };

/** All that the site knows of a page in one language, as plain data. */
export type Page = {
  language: Language;
  /** Below `/docs/<language>/`, such as `guides/first-request`. A path that ends in `/`, or is empty, is the start of a folder. */
  path: string;
  group: Group;
  /** The heading inside the group, for instance the tag of an operation. */
  subgroup?: string;
  title: string;
  /** The title in the navigation, if the title itself is too long for it. */
  shortTitle?: string;
  /** One plain sentence. Shown below the title, and given to search engines. */
  lead: string;
  body: Body;
  /** The page has no contents beside it, and has code beside its text. */
  isWide?: true;
  /** The headings to which the contents beside the page lead. */
  contents: Heading[];
  /** The whole page as Markdown, served at its address with `.md`. */
  markdown: string;
  entries: SearchEntry[];
  /** The language of the text, if the site around it is in another language. */
  textLanguage?: Language;
};

/** The name of a page's file. A page that starts a folder has its file in this folder. */
export function fileOf(
  { language, path }: Pick<Page, 'language' | 'path'>,
  ending: string,
): string {
  const name = path === '' || path.endsWith('/') ? `${path}index` : path;
  return `${language}/${name}.${ending}`;
}

export function addressOf({ language, path }: Pick<Page, 'language' | 'path'>): string {
  return `/docs/${language}/${path}`;
}

/** The feed of the changelog, in the language of the page. */
export function feedOf({ language }: Pick<Page, 'language'>): string {
  return `/docs/${language}/changelog.atom`;
}
