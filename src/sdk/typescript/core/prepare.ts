/** A call of an operation. */
export type Call = {
  /** The name of the operation, for the log. */
  operation: string;
  method: string;
  /** The path as in the reference: `/users/{member_id}`. */
  path: string;
  /** The ids of the path, in the order of the path. */
  ids?: readonly string[];
  query?: object | undefined;
  body?: object | undefined;
};

/** The address of a call. Undefined and null leave a parameter of the query out. */
export function addressOf(base: string, { path, ids = [], query = {} }: Call): string {
  let next = 0;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[next++];
    // An id of `.` or `..` would change the path of the address.
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

/** The base URL without a slash at its end. `given` may be the address of the installation alone. */
export function baseOf(given: string | undefined, path: string): string {
  const url = given && URL.canParse(given) ? new URL(given) : undefined;
  // `localhost:3000` can be parsed too, with the protocol `localhost:`.
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`url must be the address of the API: https://…${path}`);
  }
  const { origin, pathname } = url;
  return origin + (pathname === '/' ? path : pathname.replace(/\/+$/, ''));
}

/** Refuses a key that no header can contain, because the error of `fetch` would quote the key. */
export function keyOf(given: string | undefined): string {
  const key = given?.trim();
  if (!key) throw new TypeError('no key was given: make one in the app, under API keys');
  if (!/^[!-~]+$/.test(key)) throw new TypeError('key must be an API key: svck_live_…');
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
