import { release } from '../model/release.ts';
import { type Client, makeClient, NoAnswer, RefusedCall } from './client.ts';
import type { Command, Context } from './command.ts';
import { Failure } from './failure.ts';
import { describeMachine } from './machine.ts';
import { pause } from './pause.ts';
import { readStatus, untilText } from './status.ts';

type Started = {
  code: string;
  url: string;
  poll_token: string;
  interval: number;
  expires_at: string;
};
type Polled =
  | { state: 'waiting' | 'refused' | 'over' }
  | { state: 'confirmed'; token: string; expires_at: string };

/** The longest wait between two questions, whatever the service says. */
const LONGEST_INTERVAL_S = 30;

export const login: Command = {
  name: 'login',
  summary: 'Log in with a code that you type into the app',
  options: {},
  more: [
    'The login lasts eight hours, for the team in which you work in the app. It may read the API',
    'requests, receive and resend webhooks, and in a sandbox have things happen: nothing else. It',
    'needs the owner, or an admin with the right to manage interfaces.',
  ],
  async run(context) {
    const { terminal, server, program, signal, logins } = context;
    const open = makeClient({ server, token: null, program, signal });
    const start = { ...describeMachine(), version: release.version };
    const started = await open.call<Started>('commandLine.startLogin', start);
    for (const line of askingLines(context, started)) terminal.say(line);
    const { token, expires_at } = await waitFor(open, started, context);
    const client = makeClient({ server, token, program, signal });
    const status = await untilAnswered(() => readStatus(client), pauseOf(started), signal);
    const { email } = status.person;
    logins.keep(server, { token, expires_at, team: status.team.name, person: email });
    const { paint } = terminal;
    terminal.say(
      `${paint('Logged in', 'green')} to ${paint(status.team.name, 'bold')} as ${email}, until ${untilText(expires_at)}.`,
    );
    return 0;
  },
};

function askingLines({ terminal: { paint }, server }: Context, { url, code }: Started): string[] {
  return [
    '',
    `  Log in to ${server}`,
    '',
    `  1. Open   ${paint(url, 'bold')}`,
    `  2. Type   ${paint(code, 'bold')}`,
    '',
    paint('  Waits up to ten minutes for you to confirm. Ctrl-C ends.', 'dim'),
    '',
  ];
}

async function waitFor(
  open: Client,
  started: Started,
  { program, signal }: Context,
): Promise<Extract<Polled, { state: 'confirmed' }>> {
  for (;;) {
    await pause(pauseOf(started), signal);
    const poll = () =>
      open.call<Polled>('commandLine.pollLogin', { poll_token: started.poll_token });
    const polled = await untilAnswered(poll, pauseOf(started), signal);
    switch (polled.state) {
      case 'waiting':
        break;
      case 'confirmed':
        return polled;
      case 'refused':
        throw new Failure('The login was refused in the app.');
      case 'over':
        throw new Failure(
          'Nobody has confirmed the code in time.',
          `Begin again:\n  ${program} login`,
        );
    }
  }
}

const pauseOf = ({ interval }: Started) => Math.min(interval, LONGEST_INTERVAL_S) * 1_000;

/** The login goes on even if the service restarts or is busy meanwhile: the token is given out once. */
async function untilAnswered<T>(
  ask: () => Promise<T>,
  pauseMs: number,
  signal: AbortSignal,
): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isBusy =
        error instanceof RefusedCall && ['unavailable', 'rate_limited'].includes(error.code);
      if (!isBusy && !(error instanceof NoAnswer)) throw error;
    }
    await pause(pauseMs, signal);
  }
}
