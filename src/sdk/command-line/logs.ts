import { type Client, NoAnswer } from './client.ts';
import type { Command, Context, Given } from './command.ts';
import { wrongUse } from './failure.ts';
import { pause } from './pause.ts';
import { clockOf } from './say-listening.ts';
import type { Paint } from './terminal.ts';

type Line = {
  request_id: string;
  at: string;
  method: string;
  path: string;
  status: number;
  code: string | null;
  ms: number;
  key: { prefix: string; name: string } | null;
  ip: string | null;
};
type Page = { data: Line[]; next_cursor: string | null; poll_since: string };
type Filter = Record<string, string>;

const PAUSE_MS = 2_000;
const PAGE = 200;
/** Pages overlap by some seconds. At most this many lines lie in an overlap. */
const REMEMBERED = 20_000;
const MOST_PAGES = REMEMBERED / PAGE;

export const logs: Command = {
  name: 'logs',
  summary: "Show the team's latest API requests",
  options: {
    follow: { type: 'boolean', short: 'f', help: 'Go on with new requests until Ctrl-C' },
    status: { type: 'string', value: 'CLASS', help: '2xx, 3xx, 4xx or 5xx' },
    method: { type: 'string', value: 'METHOD', help: 'Only this method, such as POST' },
    key: { type: 'string', value: 'ID', help: 'Only this API key, by its id (key_…)' },
    limit: { type: 'string', value: 'N', help: 'How many to begin with (20), at most 200' },
    json: { type: 'boolean', help: 'Write a line of JSON for each request' },
  },
  async run(context, given) {
    const { terminal } = context;
    const filter = filterOf(given.values);
    const limit = limitOf(given.values.limit);
    const client = context.client();
    const first = await client.call<Page>('commandLine.logs', { ...filter, limit });
    const say = (line: Line) =>
      terminal.say(given.values.json ? JSON.stringify(line) : textOf(line, terminal.paint));
    for (const line of first.data.toReversed()) say(line);
    if (!given.values.follow) {
      if (first.data.length === 0) terminal.note(noneOf(filter));
      return 0;
    }
    if (terminal.isPerson)
      terminal.note(terminal.paintNote('Waiting for API requests. Stop with Ctrl-C.', 'dim'));
    await follow(client, { first, filter, say, context });
    return 0;
  },
};

function filterOf({ status, method, key }: Given['values']): Filter {
  if (status !== undefined && !/^[2345]xx$/.test(String(status))) {
    throw wrongUse(`${status} is no class of statuses.`, '--status takes 2xx, 3xx, 4xx or 5xx.');
  }
  if (key !== undefined && !String(key).startsWith('key_')) {
    throw wrongUse(`${key} is no id of a key.`, 'It begins with key_: logs --json shows it.');
  }
  return {
    ...(status === undefined ? {} : { status_class: String(status) }),
    ...(method === undefined ? {} : { method: String(method).toUpperCase() }),
    ...(key === undefined ? {} : { key_id: String(key) }),
  };
}

/** Says that there are no lines. Otherwise a wrong filter would look like a quiet team. */
const noneOf = (filter: Filter) =>
  Object.keys(filter).length > 0
    ? 'No API request of the team is like this.'
    : 'The team has no API requests yet.';

function limitOf(given: Given['values'][string]): string {
  const limit = given === undefined ? '20' : String(given);
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > PAGE) {
    throw wrongUse(`--limit takes a number from 1 to ${PAGE}.`);
  }
  return limit;
}

type Following = { first: Page; filter: Filter; say: (line: Line) => void; context: Context };

/** Asks for new lines again and again. It goes on even if the service is away for a while. */
async function follow(
  client: Client,
  { first, filter, say, context: { terminal, signal } }: Following,
): Promise<void> {
  const known = new Set(first.data.map(({ request_id }) => request_id));
  let since = first.poll_since;
  let isLost = false;
  for (;;) {
    await pause(PAUSE_MS, signal);
    try {
      const { lines, poll_since, isCut } = await readSince(client, { ...filter, since });
      if (isLost) terminal.note(terminal.paintNote('The service answers again.', 'dim'));
      isLost = false;
      if (isCut) terminal.note(terminal.paintNote(tooMany(lines.length), 'yellow'));
      since = poll_since;
      for (const line of lines.reverse()) {
        if (known.has(line.request_id)) continue;
        known.add(line.request_id);
        say(line);
      }
      forgetOldest(known);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      if (!isLost) terminal.note(terminal.paintNote(`${error.message} Trying again.`, 'yellow'));
      isLost = true;
    }
  }
}

const tooMany = (count: number) =>
  `More than ${count} requests came at once. Here are the latest of them; the app has them all.`;

/** The lines since a time, newest first. More lines than are remembered are cut off. */
async function readSince(
  client: Client,
  asked: Filter,
): Promise<{ lines: Line[]; poll_since: string; isCut: boolean }> {
  const lines: Line[] = [];
  let poll_since: string | undefined;
  let cursor: string | undefined;
  let pages = 0;
  do {
    const input = { ...asked, limit: `${PAGE}`, ...(cursor === undefined ? {} : { cursor }) };
    const page: Page = await client.call<Page>('commandLine.logs', input);
    lines.push(...page.data);
    poll_since ??= page.poll_since;
    cursor = page.next_cursor ?? undefined;
    pages += 1;
  } while (cursor !== undefined && pages < MOST_PAGES);
  return { lines, poll_since, isCut: cursor !== undefined };
}

function forgetOldest(known: Set<string>): void {
  for (const id of known) {
    if (known.size <= REMEMBERED) return;
    known.delete(id);
  }
}

/** The fields of a line in columns. */
function textOf({ at, status, code, method, path, ms, key }: Line, paint: Paint): string {
  const how = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green';
  const why = code === null ? '' : `  ${paint(code, how)}`;
  return [
    paint(clockOf(at), 'dim'),
    paint(`${status}`, how),
    method.padEnd(6),
    path.padEnd(36),
    `${ms} ms`.padStart(8),
    `${paint(key?.name ?? '-', 'dim')}${why}`,
  ].join('  ');
}
