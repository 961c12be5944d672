import type { Command, Context } from './command.ts';
import { wrongUse } from './failure.ts';
import { login } from './login.ts';
import { Listening } from './run-listener.ts';

export const listen: Command = {
  name: 'listen',
  summary: "Forward the team's events to a server on this machine",
  options: {
    'forward-to': {
      type: 'string',
      value: 'URL',
      help: 'Where your server takes them, such as http://localhost:8080/webhooks',
    },
    events: {
      type: 'string',
      value: 'LIST',
      help: 'Only these types, such as training.completed,member.joined',
    },
  },
  more: [
    'Each event comes with the headers, body and signature of a webhook. The signing secret is shown',
    'at the start. If the connection breaks, it goes on by itself: within five minutes no event is',
    'lost. Without a login, it begins with one.',
  ],
  async run(context, { values }) {
    const { terminal, server, signal, program } = context;
    const target = targetOf(values['forward-to']);
    const events = typeof values.events === 'string' ? values.events : undefined;
    const token = await tokenFor(context);
    return new Listening({ server, token, target, events, terminal, program, signal }).run();
  },
};

/** Asks a person who is not logged in to log in, so that this command of the guide is enough to begin. */
async function tokenFor(context: Context): Promise<string> {
  const { logins, server } = context;
  const known = logins.of(server);
  if (known) return known.token;
  await login.run(context, { values: {}, words: [] });
  const made = logins.of(server);
  if (!made) throw new Error('The login was not kept');
  return made.token;
}

function targetOf(given: string | boolean | undefined): URL {
  const example = 'It looks like http://localhost:8080/webhooks.';
  if (typeof given !== 'string') throw wrongUse('listen needs --forward-to URL.', example);
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === '') {
    throw wrongUse(`${given} is no address of a server.`, example);
  }
  return url;
}
