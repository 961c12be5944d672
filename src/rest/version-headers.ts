import type { Config } from '../config.ts';

type Announcement = Pick<Config, 'apiDeprecatedAt' | 'apiSunsetAt' | 'apiDeprecationLink'>;

/** The headers that announce the end of v1 (spec, Versioning 3; RFC 9745 and 8594, D171). */
export function versionHeaders(config: Announcement): Record<string, string> {
  const { apiDeprecatedAt, apiSunsetAt, apiDeprecationLink } = config;
  const headers: Record<string, string> = {};
  if (apiDeprecatedAt) headers.Deprecation = `@${Math.floor(apiDeprecatedAt.getTime() / 1000)}`;
  if (apiSunsetAt) headers.Sunset = apiSunsetAt.toUTCString();
  const relations = [apiDeprecatedAt && 'deprecation', apiSunsetAt && 'sunset'].filter(Boolean);
  if (apiDeprecationLink && relations.length > 0) {
    headers.Link = relations.map((rel) => `<${apiDeprecationLink}>; rel="${rel}"`).join(', ');
  }
  return headers;
}
