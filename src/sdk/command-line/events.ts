import { type Client, NoAnswer } from './client.ts';
import type { Command, Context, Given } from './command.ts';
import { wrongUse } from './failure.ts';
import { pause } from './pause.ts';
import { clockOf } from './say-listening.ts';

type Event = { id: string; type: string; created_at: string };
type Page = { data: Event[]; cursor: string; has_more: boolean };

const PAUSE_MS = 2_000;
const PAGE = 200;
const LONGEST_TYPE = 20;

export const events: Command = {
  name: 'events',
  summary: "Show the team's latest events",
  options: {
    follow: { type: 'boolean', short: 'f', help: 'Go on with new events until Ctrl-C' },
    types: {
      type: 'string',
      value: 'LIST',
      help: 'Only these types, such as training.completed,member.joined',
    },
    limit: { type: 'string', value: 'N', help: 'How many to begin with (20), at most 200' },
    json: { type: 'boolean', help: 'Write each event as a line of JSON, with its data' },
  },
  more: [
    'Events are kept for 30 days, while the team has an API key with events:read or an endpoint.',
    'A program of yours reads them with GET /events.',
  ],
  async run(context, { values }) {
    const { terminal } = context;
    const asked = typeof values.types === 'string' ? { types: values.types } : {};
    const client = context.client();
    const first = await read(client, { ...asked, limit: limitOf(values.limit) });
    const say = (event: Event) => terminal.say(values.json ? JSON.stringify(event) : textOf(event));
    const textOf = ({ id, type, created_at }: Event) =>
      `${terminal.paint(clockOf(created_at), 'dim')}  ${type.padEnd(LONGEST_TYPE)}  ${id}`;
    first.data.forEach(say);
    if (!values.follow) {
      if (first.data.length === 0) terminal.note('The team has no such events yet.');
      return 0;
    }
    if (terminal.isPerson)
      terminal.note(terminal.paintNote('Waiting for events. Stop with Ctrl-C.', 'dim'));
    await follow(client, { asked, cursor: first.cursor, say, context });
    return 0;
  },
};

const read = (client: Client, input: object) => client.call<Page>('commandLine.events', input);

function limitOf(given: Given['values'][string]): string {
  const limit = given === undefined ? '20' : String(given);
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > PAGE) {
    throw wrongUse(`--limit takes a number from 1 to ${PAGE}.`);
  }
  return limit;
}

type Following = {
  asked: { types?: string };
  cursor: string;
  say: (event: Event) => void;
  context: Context;
};

/** Asks for new events again and again. It goes on at its cursor when the service was away for a while. */
async function follow(client: Client, { asked, say, context, ...from }: Following): Promise<void> {
  const { terminal, signal } = context;
  let { cursor } = from;
  let isLost = false;
  for (let isEnd = true; ; ) {
    if (isEnd) await pause(PAUSE_MS, signal);
    try {
      const page = await read(client, { ...asked, cursor, limit: `${PAGE}` });
      if (isLost) terminal.note(terminal.paintNote('The service answers again.', 'dim'));
      isLost = false;
      page.data.forEach(say);
      cursor = page.cursor;
      isEnd = !page.has_more;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      if (!isLost) terminal.note(terminal.paintNote(`${error.message} Trying again.`, 'yellow'));
      isLost = true;
      isEnd = true;
    }
  }
}
