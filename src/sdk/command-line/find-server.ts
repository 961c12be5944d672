import { wrongUse } from './failure.ts';
import type { Installation } from './installation.ts';
import type { Logins } from './logins.ts';

type Places = {
  /** The value of the option `--server`. */
  named: string | undefined;
  env: Record<string, string | undefined>;
  installation: Installation;
  logins: Logins;
};

/**
 * The address of the service: the one that the person names, else the origin of the package. If the person is not logged
 * in there, the last login counts first. So the package of one installation works with another after a login there.
 */
export function findServer({ named, env, installation, logins }: Places): string {
  const wanted = named ?? (env.TEAM_API_SERVER || undefined);
  if (wanted !== undefined) return readServer(wanted);
  const { server } = installation;
  if (server !== undefined && logins.of(server)) return server;
  const found = logins.last ?? server;
  if (found !== undefined) return found;
  throw wrongUse(
    'Which installation is it?',
    'Name its address: --server https://team.example, or TEAM_API_SERVER in the environment.',
  );
}

/** The address for a login. Here the origin of the package counts more than the last login. */
export function findServerToLogIn(places: Places): string {
  const { server } = places.installation;
  const isNamed = places.named !== undefined || Boolean(places.env.TEAM_API_SERVER);
  return !isNamed && server !== undefined ? server : findServer(places);
}

function readServer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '') {
    throw wrongUse(`${text} is no address of a service.`, 'It looks like https://team.example.');
  }
  return (url.origin + url.pathname).replace(/\/+$/, '');
}
