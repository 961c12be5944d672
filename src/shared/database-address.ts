import { z } from 'zod';

/** What `DATABASE_URL` says: the address of each host, and what a host must be. */
export type DatabaseAddress = {
  /** Each is an address of one host, which pg understands. */
  hosts: [string, ...string[]];
  /** `writable`: the host that takes writes now. `primary`: one that is no replica. `any`: one that answers. */
  wants: 'writable' | 'primary' | 'any';
};

const anUrl = z.url({ protocol: /^postgres(ql)?$/ });

const meanings = new Map<string, DatabaseAddress['wants']>([
  ['read-write', 'writable'],
  ['primary', 'primary'],
  ['any', 'any'],
]);

/**
 * Reads an address as PostgreSQL's own programs write it: `postgres://user@a:5432,b/team_api` or
 * `postgres:///team_api?host=a,b&port=5432,5433`, with `target_session_attrs`. pg knows neither.
 * Null if it is none.
 */
export function parseDatabaseAddress(text: string): DatabaseAddress | null {
  const [, start = '', authority = '', path = '', query = ''] =
    /^(\w+:\/\/)([^/?#]*)([^?#]*)(?:\?([^#]*))?/.exec(text.trim()) ?? [];
  const parameters = query.split('&').filter(Boolean);
  const lastOf = (name: string): string | undefined =>
    new URLSearchParams(query).getAll(name).at(-1);
  const wants = meanings.get(lastOf('target_session_attrs') ?? 'read-write');
  if (!wants) return null;
  const afterUser = authority.lastIndexOf('@') + 1;
  const user = authority.slice(0, afterUser);
  const named = namedHosts(lastOf('host'), lastOf('port'));
  const places = named ?? authority.slice(afterUser).split(',');
  const others = parameters.filter((parameter) => !isAbout(parameter, named !== undefined));
  const rest = others.length > 0 ? `?${others.join('&')}` : '';
  const [first, ...more] = places.map((place) => `${start}${user}${place}${path}${rest}`);
  // One host is left to pg, just as it is.
  if (first === undefined) return null;
  if (more.length === 0) return isUrl(text) ? { hosts: [text], wants } : null;
  const hosts: DatabaseAddress['hosts'] = [first, ...more];
  return places.every(Boolean) && hosts.every(isUrl) ? { hosts, wants } : null;
}

/** For `DATABASE_URL`. It stays text, because also pg_dump and others read it. */
export const databaseAddress = z.string().refine((text) => parseDatabaseAddress(text) !== null);

/** What a line about a wrong address says. */
export const expectedAddress =
  'postgresql://user:password@host:port/database, perhaps with several hosts (host:port,host:port) and target_session_attrs=read-write, primary or any';

const isUrl = (text: string): boolean => anUrl.safeParse(text).success;

/** The hosts of the parameters `host` and `port`, if these name several. One port is that of all hosts. */
function namedHosts(host: string | undefined, port: string | undefined): string[] | undefined {
  const names = host?.split(',') ?? [];
  if (names.length < 2) return undefined;
  const ports = port?.split(',') ?? [];
  if (ports.length > 1 && ports.length !== names.length) return [];
  return names.map((name, i) => {
    const own = ports.length === 1 ? ports[0] : ports[i];
    const bracketed = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name;
    return own && name ? `${bracketed}:${own}` : bracketed;
  });
}

/** True for a parameter that the address of one host does not have. */
function isAbout(parameter: string, hostsAreNamed: boolean): boolean {
  const [name = ''] = parameter.split('=');
  return name === 'target_session_attrs' || (hostsAreNamed && (name === 'host' || name === 'port'));
}
