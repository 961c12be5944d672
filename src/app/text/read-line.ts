/** Reads a list over the REST API, with a place for the reader's own key. */
export function readLine(path: `/${string}`): string {
  return `curl -H 'Authorization: Bearer svck_live_…' '${location.origin}/api/public/v1${path}'`;
}
