import { BASE_PATH } from '../../rest/base-path.ts';
import { curlCommand } from '../../shared/web/curl-command.ts';

const bearer = { Authorization: 'Bearer $KEY' };
const BEARER = `Authorization: ${bearer.Authorization}`;

type Request = {
  method?: string;
  path: string;
  body?: object;
  /** One option on each line, and one field of the body: for a large body, which would break within words. */
  isLong?: boolean;
};

/** A curl command for a request to the REST API. The shell inserts the key, because nobody can show it again. */
export function restCommand({ method = 'GET', path, body, isLong }: Request): string {
  const line = curlCommand({
    method,
    url: `${location.origin}${BASE_PATH}${path}`,
    headers: body ? { ...bearer, 'Content-Type': 'application/json' } : bearer,
    body: body && JSON.stringify(body, null, isLong ? 2 : 0),
    between: isLong ? ' \\\n  ' : ' ',
  });
  // A shell does not replace variables between single quotes.
  return line.replace(`'${BEARER}'`, () => `"${BEARER}"`);
}

/** Sets the variables that the commands of the guides use. */
export function exportLines(key: string): string {
  return `export API='${location.origin}${BASE_PATH}'\nexport KEY='${key}'`;
}
