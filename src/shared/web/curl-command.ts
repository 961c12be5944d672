type Request = {
  method?: string;
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
  /** What stands between the options, such as a space. */
  between?: string;
};

/** A line for a POSIX shell that sends the request with curl. Each part is quoted. */
export function curlCommand({
  method = 'GET',
  url,
  headers,
  body,
  between = ' ',
}: Request): string {
  const words = ['curl'];
  // Without `--globoff`, curl reads brackets in a URL as a pattern.
  if (/[[\]{}]/.test(url)) words.push('--globoff');
  if (method === 'HEAD') words.push('-I');
  else if (method !== 'GET') words.push(`-X ${/^[A-Z]+$/.test(method) ? method : quoted(method)}`);
  for (const [name, value] of Object.entries(headers))
    words.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body !== undefined) words.push(`--data-raw ${quoted(body)}`);
  return [...words, quoted(url)].join(between);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
