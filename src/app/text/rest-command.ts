import { BASE_PATH } from '../../rest/base-path.ts';
import { curlCommand } from '../../shared/curl-command.ts';

/** A placeholder, because nobody can show the key again. */
const KEY_PLACEHOLDER = 'svck_live_…';

type Request = { method?: string; path: string; body?: object };

/** A line that sends a request to the REST API with curl. */
export function restCommand(
  { method = 'GET', path, body }: Request,
  key = KEY_PLACEHOLDER,
): string {
  const authorization = { Authorization: `Bearer ${key}` };
  return curlCommand({
    method,
    url: `${location.origin}${BASE_PATH}${path}`,
    headers: body ? { ...authorization, 'Content-Type': 'application/json' } : authorization,
    body: body && JSON.stringify(body),
  });
}

/** The names that the commands of the guides use. */
export function exportLines(key: string): string {
  return `export API='${location.origin}${BASE_PATH}'\nexport KEY='${key}'`;
}
