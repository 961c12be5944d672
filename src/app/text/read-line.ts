/** A line for a shell that reads a list over REST. The reader fills in a key. */
export function readLine(path: `/${string}`): string {
  return `curl -H 'Authorization: Bearer svck_live_…' '${location.origin}/api/public/v1${path}'`;
}
