/** The contents of the fields. */
export type Filled = {
  method: string;
  /** The path from the origin on, such as `/api/public/v1/users/{member_id}`. */
  template: string;
  key: string;
  path: Record<string, string>;
  query: Record<string, string>;
  /** Null for an operation without a body. */
  body: string | null;
  /** Null for an operation that takes none. */
  idempotencyKey: string | null;
};

export type Prepared = {
  method: string;
  path: string;
  headers: [string, string][];
  body: string | null;
};

type Fault = 'noKey' | 'noApiKey' | 'noId' | 'noneThere' | 'dots' | 'noJson' | 'noHeader';

/** The wrong field, by its name, and its fault. `reason` is put into the text. */
export type Wrong = { field: string; fault: Fault; reason: string };

/** The request as it will be sent. It contains the key, or a placeholder if the request is only shown. */
export function prepareRequest(filled: Filled, key = filled.key.trim()): Prepared {
  const { method, template, path, query, body, idempotencyKey } = filled;
  const given = Object.entries(query).filter(([, value]) => value.trim() !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, value.trim()]));
  const filledPath = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((path[name] ?? '').trim()),
  );
  return {
    method,
    path: `${filledPath}${given.length > 0 ? `?${search}` : ''}`,
    headers: [
      ['Authorization', `Bearer ${key}`],
      ...(idempotencyKey === null
        ? []
        : ([['Idempotency-Key', idempotencyKey]] as [string, string][])),
      ...(body === null ? [] : ([['Content-Type', 'application/json']] as [string, string][])),
    ],
    body,
  };
}

/** The first field that must not be sent like this. The server says what else may be wrong. */
export function wrongField({ key, path, body, idempotencyKey }: Filled): Wrong | undefined {
  const wrong = (field: string, fault: Fault, reason = '') => ({ field, fault, reason });
  if (key.trim() === '') return wrong('key', 'noKey');
  // A secret of another kind, or a password, must not be sent by mistake.
  if (!/^svck_\w+$/.test(key.trim())) return wrong('key', 'noApiKey');
  for (const [name, value] of Object.entries(path)) {
    if (value.trim() === '') return wrong(`path.${name}`, 'noId', name);
    // A browser would take this for the folder above.
    if (/^\.{1,2}$/.test(value.trim())) return wrong(`path.${name}`, 'dots');
  }
  if (idempotencyKey !== null && !/^[ -~]{1,100}$/.test(idempotencyKey)) {
    return wrong('idempotencyKey', 'noHeader');
  }
  if (body === null) return undefined;
  try {
    JSON.parse(body);
    return undefined;
  } catch (error) {
    return wrong('body', 'noJson', (error as Error).message);
  }
}

/** The request for a shell, in which `KEY` has the key. */
export function curlOf(filled: Filled, origin: string): string {
  const { method, path, headers, body } = prepareRequest(filled, '$KEY');
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(origin + path)}`,
    ...headers.map(([name, value]) =>
      name === 'Authorization' ? `-H "${name}: ${value}"` : `-H ${quoted(`${name}: ${value}`)}`,
    ),
    ...(body === null ? [] : [`--data-raw ${quoted(body)}`]),
  ].join(' \\\n  ');
}

/** One word of a shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
