import { z } from 'zod';

/** The content of `DATABASE_URL`: the address of each host, and the kind of host that is needed. */
export type DatabaseAddress = {
  /** The addresses. Each names one host, in a form that pg understands. */
  hosts: [string, ...string[]];
  /**
   * `writable`: the host that takes writes now. `primary`: a host that is no replica. `any`: a host that
   * answers.
   */
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
 * `postgres:///team_api?host=a,b&port=5432,5433`, with `target_session_attrs`. pg knows neither form. Null if
 * the text is no address.
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
  // The address of one host is passed to pg unchanged.
  if (first === undefined) return null;
  if (more.length === 0) return isUrl(text) ? { hosts: [text], wants } : null;
  const hosts: DatabaseAddress['hosts'] = [first, ...more];
  return places.every(Boolean) && hosts.every(isUrl) ? { hosts, wants } : null;
}

/** A check for `DATABASE_URL`. The value stays text, because pg_dump and other programs read it too. */
export const databaseAddress = z.string().refine((text) => parseDatabaseAddress(text) !== null);

/** What the error about a wrong address says. */
export const expectedAddress =
  'postgresql://user:password@host:port/database, perhaps with several hosts (host:port,host:port) and target_session_attrs=read-write, primary or any';

const isUrl = (text: string): boolean => anUrl.safeParse(text).success;

/**
 * The hosts of the parameters `host` and `port`, if these name several. If there is one port, all hosts have
 * it.
 */
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

/** True for a parameter that an address of one host cannot have. */
function isAbout(parameter: string, hostsAreNamed: boolean): boolean {
  const [name = ''] = parameter.split('=');
  return name === 'target_session_attrs' || (hostsAreNamed && (name === 'host' || name === 'port'));
}
