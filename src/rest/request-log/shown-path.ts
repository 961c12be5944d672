import { BASE_PATH } from '../base-path.ts';

const LONGEST = 200;
/** A word, as in the paths of the contract, or an id of ours. */
const isHarmless = /^(?:[a-z][a-z_-]{0,39}|[a-z]{3,4}_[0-9a-z]{26})$/;

/**
 * The path below the base path, with the ids of the team's objects and without its query. What is
 * neither a word nor an id may be personal, such as an address that somebody has put there.
 */
export function shownPath(path: string): string {
  const segments = path.slice(BASE_PATH.length).split('/');
  const shown = segments.map((segment) =>
    segment === '' || isHarmless.test(segment) ? segment : '…',
  );
  return shown.join('/').slice(0, LONGEST);
}
