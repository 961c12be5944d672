import { BASE_PATH } from '../base-path.ts';
import { routes } from '../routes.ts';

const LONGEST = 200;
const isWord = /^[a-z][a-z_-]{0,39}$/;
/** An id of ours. */
const isId = /^[a-z]{3,4}_[0-9a-z]{26}$/;

const words = new Set(routes.flatMap(({ segments }) => segments));

/**
 * The path below the base path, with the ids of the team's objects and without its query. It begins
 * with a word, perhaps one that somebody has mistyped. What follows and is neither a word of the
 * contract nor an id may be personal, such as a name that somebody has put there.
 */
export function shownPath(path: string): string {
  const [, first = '', ...rest] = path.slice(BASE_PATH.length).split('/');
  const isShown = (segment: string) => words.has(segment) || isId.test(segment);
  const shown = rest.map((segment) => (segment === '' || isShown(segment) ? segment : '…'));
  return `/${[isWord.test(first) ? first : '…', ...shown].join('/')}`.slice(0, LONGEST);
}
