/** A call of an operation. */
export type Call = {
  /** The name of the operation, for the log. */
  operation: string;
  method: string;
  /** The path as the reference has it: `/users/{member_id}`. */
  path: string;
  /** The ids of the path, in its order. */
  ids?: readonly string[];
  query?: object | undefined;
  body?: object | undefined;
};

/** The address of a call. Undefined and null leave a parameter of the query out. */
export function addressOf(base: string, { path, ids = [], query = {} }: Call): string {
  let next = 0;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[next++];
    // An address cannot have `.` or `..` as a part of its path: it would lead elsewhere.
    if (typeof id !== 'string' || /^\.{0,2}$/.test(id)) {
      throw new TypeError(`${name} must be an id`);
    }
    return encodeURIComponent(id);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    search.set(name, value instanceof Date ? timeOf(value, name) : String(value));
  }
  const text = String(search);
  return base + filled + (text && `?${text}`);
}

/** The path of an address below the base, with its ids and without its query. */
export function pathIn(address: string, base: string): string {
  return address.slice(base.length).replace(/\?.*/, '');
}

function timeOf(value: Date, name: string): string {
  if (Number.isNaN(value.getTime())) throw new RangeError(`${name} must be a valid Date`);
  return value.toISOString();
}

/** The base URL without a slash at its end. The address of the installation alone is enough. */
export function baseOf(given: string | undefined, path: string): string {
  if (!given || !URL.canParse(given)) {
    throw new TypeError(`url must be the address of the API: https://…${path}`);
  }
  const { origin, pathname } = new URL(given);
  return origin + (pathname === '/' ? path : pathname.replace(/\/+$/, ''));
}

/** A key that no header can hold must not reach `fetch`, whose error would quote it. */
export function keyOf(given: string | undefined): string {
  const key = given?.trim();
  if (!key || !/^[!-~]+$/.test(key)) throw new TypeError('key must be an API key: svck_live_…');
  return key;
}

/** The key of a POST: 1 to 100 printable characters of ASCII, without spaces around them. */
export function idempotencyKeyOf(given: string | undefined): string {
  if (given === undefined) return crypto.randomUUID();
  if (!/^[!-~](?:[ -~]{0,98}[!-~])?$/.test(given)) {
    throw new TypeError('idempotencyKey must have 1 to 100 printable ASCII characters');
  }
  return given;
}
