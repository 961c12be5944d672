import { BASE_PATH } from '../base-path.ts';
import { routes } from '../routes.ts';

const LONGEST = 200;
const isWord = /^[a-z][a-z_-]{0,39}$/;
/** The form of our ids. */
const isId = /^[a-z]{3,4}_[0-9a-z]{26}$/;

const words = new Set(routes.flatMap(({ segments }) => segments));

/**
 * The path below the base path, without its query. It shows the ids of the team's objects. Its
 * first segment is a word, perhaps misspelt, and is shown. Any later segment that is neither a word
 * of the contract nor an id may be personal, such as a name, and is hidden.
 */
export function shownPath(path: string): string {
  const [, first = '', ...rest] = path.slice(BASE_PATH.length).split('/');
  const isShown = (segment: string) => words.has(segment) || isId.test(segment);
  const shown = rest.map((segment) => (segment === '' || isShown(segment) ? segment : '…'));
  return `/${[isWord.test(first) ? first : '…', ...shown].join('/')}`.slice(0, LONGEST);
}
