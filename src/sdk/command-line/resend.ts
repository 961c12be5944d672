import { RefusedCall } from './client.ts';
import type { Command } from './command.ts';
import { Failure, wrongUse } from './failure.ts';

type Delivery = { id: string; event_type: string | null; attempt: number; status: string };

export const resend: Command = {
  name: 'resend',
  takes: 'DELIVERY',
  summary: 'Send a webhook delivery again, now',
  options: { json: { type: 'boolean', help: 'Write the delivery as JSON' } },
  more: [
    'DELIVERY is the id of a delivery that has not arrived, such as whd_01k…: the app shows it in the',
    'deliveries of an endpoint. Planned retries stay.',
  ],
  async run(context, { values, words: [delivery_id] }) {
    const { terminal } = context;
    if (delivery_id === undefined) {
      throw wrongUse('resend needs the id of a delivery.', 'It looks like whd_01k….');
    }
    const delivery = await send(context.client(), delivery_id);
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

async function send(
  client: { call<T>(name: string, input: object): Promise<T> },
  delivery_id: string,
): Promise<Delivery> {
  try {
    return await client.call<Delivery>('commandLine.resend', { delivery_id });
  } catch (error) {
    if (error instanceof RefusedCall && error.code === 'not_found') {
      const hint = /^evt_/.test(delivery_id)
        ? 'This is the id of an event. Name one of its deliveries, which begins with whd_.'
        : 'Look at the team with the command status: a delivery is of one team.';
      throw new Failure(`There is no delivery ${delivery_id} in this team.`, hint);
    }
    throw error;
  }
}
