/** The contents of the form. */
export type Filled = {
  method: string;
  /** The path from the root of the origin, such as `/api/public/v1/users/{member_id}`. */
  template: string;
  key: string;
  path: Record<string, string>;
  query: Record<string, string>;
  /** Null for an operation without a body. */
  body: string | null;
  /** Null for an operation that takes no `Idempotency-Key`. */
  idempotencyKey: string | null;
};

export type Prepared = {
  method: string;
  path: string;
  headers: [string, string][];
  body: string | null;
};

type Fault = 'noKey' | 'noApiKey' | 'noId' | 'noneThere' | 'dots' | 'noJson' | 'noHeader';

/** The name of the wrong field, and its fault. `reason` becomes part of the text. */
export type Wrong = { field: string; fault: Fault; reason: string };

/** The request that will be sent. For display, `key` is a placeholder. */
export function prepareRequest(filled: Filled, key = filled.key.trim()): Prepared {
  const { method, template, path, query, body, idempotencyKey } = filled;
  const present = Object.entries(query).filter(([, value]) => value.trim() !== '');
  const search = new URLSearchParams(present.map(([name, value]) => [name, value.trim()]));
  const filledPath = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((path[name] ?? '').trim()),
  );
  return {
    method,
    path: `${filledPath}${present.length > 0 ? `?${search}` : ''}`,
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

/** The first field with a fault that the page can see. The server finds the others. */
export function wrongField({ key, path, body, idempotencyKey }: Filled): Wrong | undefined {
  const wrong = (field: string, fault: Fault, reason = '') => ({ field, fault, reason });
  if (key.trim() === '') return wrong('key', 'noKey');
  // Keeps the reader from sending a password or another kind of secret by mistake.
  if (!/^svck_\w+$/.test(key.trim())) return wrong('key', 'noApiKey');
  for (const [name, value] of Object.entries(path)) {
    if (value.trim() === '') return wrong(`path.${name}`, 'noId', name);
    // A browser resolves these in a path, so the request would go to another address.
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

/** The request as a curl command. The variable `KEY` holds the key. */
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

/** Quotes a text, so that a shell reads it as one word. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
