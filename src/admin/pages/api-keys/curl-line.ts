/** A first request. Without a key it has a place for one. */
export function curlLine(key = 'svck_live_…'): string {
  return `curl -H 'Authorization: Bearer ${key}' '${location.origin}/api/public/v1/me'`;
}
