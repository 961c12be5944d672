import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { Failure } from './failure.ts';

export type Login = { token: string; expires_at: string; team: string; person: string };

type Kept = { last?: string; logins: Record<string, Login> };
type Env = Record<string, string | undefined>;

/**
 * The logins of this person on this machine, one for each installation. Nobody else can read their file. A token is sent
 * only to the installation that has made it.
 */
export class Logins {
  readonly file: string;

  constructor(env: Env, platform: string) {
    this.file = path.join(folderFor(env, platform), 'team-api', 'logins.json');
  }

  /** The installation with the latest login. */
  get last(): string | undefined {
    return this.#read().last;
  }

  of(server: string): Login | undefined {
    return this.#read().logins[server];
  }

  keep(server: string, login: Login): void {
    const { logins } = this.#read();
    this.#write({ last: server, logins: { ...logins, [server]: login } });
  }

  remove(server: string): void {
    const { last, logins } = this.#read();
    const { [server]: _, ...others } = logins;
    const next = last === server ? Object.keys(others)[0] : last;
    this.#write({ ...(next === undefined ? {} : { last: next }), logins: others });
  }

  #read(): Kept {
    let text: string;
    try {
      text = readFileSync(this.file, 'utf8');
    } catch (error) {
      if ((error as { code?: unknown }).code === 'ENOENT') return { logins: {} };
      throw new Failure(`Cannot read ${this.file}: ${(error as Error).message}`);
    }
    try {
      const { last, logins } = JSON.parse(text) as Partial<Kept>;
      return { ...(last === undefined ? {} : { last }), logins: logins ?? {} };
    } catch {
      throw new Failure(`${this.file} is damaged.`, 'Remove the file and log in again.');
    }
  }

  /** Writes a second file and renames it. A command that is killed thus leaves the former file whole. */
  #write(kept: Kept): void {
    const folder = path.dirname(this.file);
    const beside = `${this.file}.${process.pid}`;
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(beside, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
      chmodSync(beside, 0o600);
      renameSync(beside, this.file);
    } catch (error) {
      rmSync(beside, { force: true });
      throw new Failure(`Cannot write ${this.file}: ${(error as Error).message}`);
    }
  }
}

function folderFor(env: Env, platform: string): string {
  if (env.XDG_CONFIG_HOME) return env.XDG_CONFIG_HOME;
  if (platform === 'win32' && env.APPDATA) return env.APPDATA;
  return path.join(homedir(), '.config');
}
