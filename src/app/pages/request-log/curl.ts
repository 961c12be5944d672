/** Where the public API begins. */
const BASE_PATH = '/api/public/v1';
/** Stands for the key: nobody can show it again. */
const KEY_PLACEHOLDER = 'svck_live_…';

type Line = { method: string; path: string };

/** A line that sends a request again. A path was written by a client, so it is quoted for the shell. */
export function curlOf({ method, path }: Line, origin: string): string {
  const parts = ['curl'];
  if (method === 'HEAD') parts.push('-I');
  else if (method !== 'GET') parts.push('-X', quoted(method));
  parts.push('-H', quoted(`Authorization: Bearer ${KEY_PLACEHOLDER}`));
  if (['POST', 'PATCH', 'PUT'].includes(method)) {
    parts.push('-H', quoted('Content-Type: application/json'), '-d', quoted('{}'));
  }
  parts.push(quoted(`${origin}${BASE_PATH}${path}`));
  return parts.join(' ');
}

/** One word of a shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
