import { readFileSync } from 'node:fs';
import { blocksOf, sectionOf } from '../../../test/docs/harness/documents.ts';
import { debianImage } from './images.ts';
import { run } from './run.ts';

const name = 'team-api-debian';

/** A Debian machine: a container in which systemd runs. */
export class Machine {
  /** A new machine, in place of a former one. `backups`: the disk of another machine, which stays. */
  static async start(folder: string, backups: string): Promise<Machine> {
    const packages = ['systemd-sysv', 'dbus', 'openssl', 'procps'];
    const image = await debianImage('localhost/deploy-debian', folder, packages);
    const args = ['run', '--detach', '--replace', '--name', name, '--systemd=always'];
    const disk = ['--volume', `${backups}:/mnt/team-api-backups`];
    // It installs packages, so it needs the network of this machine. Its ports there must be free.
    const rights = ['--privileged', '--network=host'];
    await run('podman', [...args, ...disk, ...rights, image, '/sbin/init']);
    return new Machine();
  }

  /** Runs the lines in one shell, with the variables that the page asks for. */
  async paste(code: string, variables: Record<string, string> = {}): Promise<string> {
    const settings = Object.entries({ DEBIAN_FRONTEND: 'noninteractive', ...variables });
    const env = settings.map(([key, value]) => `--env=${key}=${value}`);
    return run('podman', ['exec', ...env, name, 'bash', '-euo', 'pipefail', '-c', code]);
  }

  async query(statement: string): Promise<string> {
    const psql = `runuser --user postgres -- psql --no-align --tuples-only --command="$STATEMENT" team_api`;
    return (await this.paste(`cd /; ${psql}`, { STATEMENT: statement })).trim();
  }

  async titles(): Promise<string[]> {
    return (await this.query('select title from assignment')).split('\n');
  }

  async take(archive: string): Promise<void> {
    await run('podman', ['cp', archive, `${name}:/root/team-api.tar.gz`]);
  }

  async remove(): Promise<void> {
    await run('podman', ['rm', '--force', '--time', '0', name]);
  }
}

/** The shell blocks of a section of the page "Production". */
export function blocksIn(heading: string): string[] {
  const page = readFileSync('docs/production.md', 'utf8');
  return blocksOf(sectionOf(page, heading)).flatMap(({ language, code }) =>
    language === 'sh' ? [code] : [],
  );
}
