import type { Language } from '../shared/language/language.ts';
import type { TagGroup } from './reference/group-by-tag.ts';
import type { ErrorsPage } from './reference/read-error-codes.ts';
import type { EventPage } from './reference/read-event.ts';
import type { OperationPage } from './reference/read-operation.ts';
import type { Home } from './site/home.ts';

/** A heading of a page, with its anchor. */
export type Heading = { id: string; title: string; level: 2 | 3 };

/** What the search can find: a page, or a part of it with an anchor. */
export type SearchEntry = {
  title: string;
  anchor?: string;
  /** Method and path of an operation, such as `GET /users`. A search for them finds this page first. */
  route?: string;
  /** Other words that readers may use. The search finds them but does not show them. */
  words?: string;
  /** The samples of the part. They count less than its text, and no excerpt shows them. */
  code?: string;
  /** Plain text. Names in it, such as `next_cursor`, are found whole and by their parts. */
  text: string;
};

/** The groups of the navigation, in order. */
export type Group = 'start' | 'guides' | 'tools' | 'reference' | 'events' | 'operators';

/** The content of a page. A component in kinds/ renders each kind. */
type Body =
  | { kind: 'text'; html: string }
  | { kind: 'home'; home: Home }
  | { kind: 'operation'; operation: OperationPage }
  | { kind: 'operations'; groups: TagGroup[] }
  | { kind: 'event'; event: EventPage }
  | { kind: 'events'; events: EventPage[] }
  | { kind: 'errors'; errors: ErrorsPage }
  /** The form for checking a signature stands between `opening` and `html`. */
  | { kind: 'verify'; opening: string; html: string };

/** A page in one language, as plain data. */
export type Page = {
  language: Language;
  /** Below `/docs/<language>/`, such as `guides/first-request`. Empty or with a final `/`: the start page of a folder. */
  path: string;
  group: Group;
  /** The heading inside the group, such as the tag of an operation. */
  subgroup?: string;
  title: string;
  /** The title in the navigation, if the title itself is too long for it. */
  shortTitle?: string;
  /** One sentence without formatting, for the place below the title and for search engines. */
  lead: string;
  body: Body;
  /** The page has code beside its text, and therefore no contents. */
  isWide?: true;
  /** The headings that the contents list. */
  contents: Heading[];
  /** The whole page as Markdown, served at its address with `.md`. */
  markdown: string;
  entries: SearchEntry[];
  /** The language of the text, if it differs from that of the site around it. */
  textLanguage?: Language;
};

/** The file of a page. The start page of a folder is in this folder. */
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
