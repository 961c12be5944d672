import { type Client, RefusedCall } from './client.ts';
import type { Command, Given } from './command.ts';
import { Failure, wrongUse } from './failure.ts';

type Delivery = { id: string; event_type: string | null; attempt: number; status: string };

export const resend: Command = {
  name: 'resend',
  takes: 'DELIVERY|EVENT',
  summary: 'Send a webhook delivery again, or an event to this machine',
  options: {
    'to-listener': { type: 'boolean', help: 'Send an event to the command listen on this machine' },
    since: {
      type: 'string',
      value: 'TIME',
      help: 'With --to-listener: all events of this time, such as 10m, 2h or 1d',
    },
    json: { type: 'boolean', help: 'Write JSON' },
  },
  more: [
    'DELIVERY is the id of a delivery that has not arrived, such as whd_01k…: the app shows it in the',
    'deliveries of an endpoint. Planned retries stay.',
    '',
    'With --to-listener, EVENT is the id of an event of the last 30 days, such as evt_01k…. It goes to',
    'the server to which listen forwards, and to no endpoint. Data that the privacy settings of the',
    'team hide now are left out.',
  ],
  async run(context, { values, words: [id] }) {
    const { terminal } = context;
    if (values['to-listener']) {
      const { events } = await toListener(context.client(), askedOf(values, id));
      const words = events === 1 ? '1 event goes' : `${events} events go`;
      terminal.say(
        values.json ? JSON.stringify({ events }) : `${words} to listen on this machine.`,
      );
      return 0;
    }
    if (values.since !== undefined) throw wrongUse('--since needs --to-listener.');
    if (id === undefined) {
      throw wrongUse('resend needs the id of a delivery.', 'It looks like whd_01k….');
    }
    const delivery = await send(context.client(), id);
    if (values.json) terminal.say(JSON.stringify(delivery));
    else {
      const { id, event_type, attempt } = delivery;
      const what = event_type === null ? id : `${id} (${event_type})`;
      terminal.say(`${what} is sent again: attempt ${attempt + 1}.`);
      terminal.say(terminal.paint(`${context.server}/app/deliveries/${id}`, 'dim'));
    }
    return 0;
  },
};

async function send(client: Client, delivery_id: string): Promise<Delivery> {
  try {
    return await client.call<Delivery>('commandLine.resend', { delivery_id });
  } catch (error) {
    if (error instanceof RefusedCall && error.code === 'not_found') {
      const hint = /^evt_/.test(delivery_id)
        ? 'This is the id of an event. Name one of its deliveries, which begins with whd_, or add --to-listener.'
        : 'Look at the team with the command status: a delivery is of one team.';
      throw new Failure(`There is no delivery ${delivery_id} in this team.`, hint);
    }
    throw error;
  }
}

type Asked = { event_id: string } | { last_seconds: number };

const seconds: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const LONGEST_S = 30 * 86_400;

function askedOf({ since }: Given['values'], id: string | undefined): Asked {
  if ((id === undefined) === (since === undefined)) {
    throw wrongUse('--to-listener needs the id of an event, or --since TIME.');
  }
  if (id !== undefined) return { event_id: id };
  const [, count = '', unit = ''] = /^(\d{1,7})([smhd])$/.exec(String(since)) ?? [];
  const last_seconds = Number(count) * (seconds[unit] ?? 0);
  if (last_seconds < 1 || last_seconds > LONGEST_S) {
    throw wrongUse(
      `${since} is no time.`,
      '--since takes a time up to 30d, such as 10m, 2h or 1d.',
    );
  }
  return { last_seconds };
}

async function toListener(client: Client, asked: Asked): Promise<{ events: number }> {
  try {
    return await client.call('commandLine.resendToListener', asked);
  } catch (error) {
    if (error instanceof RefusedCall && error.code === 'not_found' && 'event_id' in asked) {
      throw new Failure(
        `There is no event ${asked.event_id} in this team.`,
        'Its id begins with evt_, and it is kept for 30 days: the command events shows the latest.',
      );
    }
    throw error;
  }
}
