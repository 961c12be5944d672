import { type Client, RefusedCall } from './client.ts';
import type { Command } from './command.ts';
import { Failure, wrongUse } from './failure.ts';

const times = ['1m', '1h', '24h', '3d'];
const oneOf = '1m, 1h, 24h or 3d';

type Passed = { deliveries: number; due: number };

export const passTime: Command = {
  name: 'pass-time',
  takes: 'ENDPOINT TIME',
  summary: 'Let time pass for an endpoint of a sandbox',
  options: { json: { type: 'boolean', help: 'Write JSON' } },
  more: [
    `TIME is ${oneOf}. The stored times of the endpoint (whe_…) move into the past: its retries`,
    'are due, after 24 hours of failing the mail comes, after three days the pause. In one step each',
    'delivery has one attempt.',
  ],
  async run(context, { values, words: [endpoint_id, time] }) {
    const { terminal } = context;
    if (endpoint_id === undefined || time === undefined) {
      throw wrongUse('pass-time needs an endpoint and a time.', 'Such as: pass-time whe_01k… 24h');
    }
    if (!times.includes(time)) {
      throw wrongUse(`${time} is no time that can pass.`, `Take ${oneOf}.`);
    }
    const passed = await pass(context.client(), { endpoint_id, time });
    const { deliveries, due } = passed;
    if (values.json) terminal.say(JSON.stringify(passed));
    else terminal.say(`${time} passed for ${counted(deliveries)}, ${due} due now.`);
    return 0;
  },
};

async function pass(client: Client, input: { endpoint_id: string; time: string }): Promise<Passed> {
  try {
    return await client.call<Passed>('commandLine.passTime', input);
  } catch (error) {
    if (error instanceof RefusedCall && error.code === 'not_found') {
      throw new Failure(
        `There is no endpoint ${input.endpoint_id} in this sandbox.`,
        'Its id begins with whe_. The command status says which sandbox this is.',
      );
    }
    throw error;
  }
}

const counted = (count: number) => (count === 1 ? '1 delivery' : `${count} deliveries`);
