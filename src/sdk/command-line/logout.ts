import { RefusedCall } from './client.ts';
import type { Command } from './command.ts';

export const logout: Command = {
  name: 'logout',
  summary: 'End the login, on this machine and at the service',
  options: {},
  async run(context) {
    const { terminal, server, logins } = context;
    if (!logins.of(server)) {
      terminal.say(`You are not logged in at ${server}.`);
      return 0;
    }
    try {
      await context.client().call('commandLine.logOut', {});
    } catch (error) {
      // The login has already ended.
      if (!(error instanceof RefusedCall && error.code === 'unauthorized')) throw error;
    }
    logins.remove(server);
    terminal.say(`Logged out of ${server}.`);
    return 0;
  },
};
