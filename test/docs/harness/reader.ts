import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { machinePath } from '../../harness/machine-node.ts';
import { until } from '../../harness/until.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * Packages that a reader would install are links to ours. Which of our two compilers npm calls `tsc` depends on the order
 * of their installation, so the link is set here. The types of other packages are not checked, because that took most of
 * the time. The package that an installation serves must be linked too; test/sdk/served.test.ts really installs it.
 */
const npm = `npm() {
  case "$1 $2" in
    init*) echo '{}' > package.json ;;
    'install http'*)
      curl -sfo package.tgz "$2" && mkdir -p "$HOME/node_modules" &&
        ln -sfn '${root}/dist/sdk/typescript' "$HOME/node_modules/team-api" ;;
    install*) ln -sfn '${root}/node_modules' node_modules ;;
    *) command npm "$@" ;;
  esac
}
pip() {
  curl -sfo package.whl "$2"
}
npx() {
  case "$1" in
    tsc) shift; node '${root}/node_modules/typescript/bin/tsc' --skipLibCheck "$@" ;;
    *) command npx "$@" ;;
  esac
}`;

type Pasted = { exitCode: number; statuses: number[]; stdout: string; stderr: string };

/** A reader with a shell in a folder like the checkout, who pastes the blocks of a document. */
export class Reader {
  readonly #shell: ReturnType<typeof spawn>;
  readonly #folder: string;
  #pasted = 0;
  stdout = '';
  stderr = '';

  private constructor(folder: string, env: Record<string, string>) {
    this.#folder = folder;
    this.#shell = spawn('bash', ['--norc'], {
      cwd: path.join(folder, 'checkout'),
      // Uses the Node of the machine. The curl settings in HOME print each status beside the answer.
      env: { PATH: machinePath(), ...env, HOME: folder },
      detached: true,
    });
    this.#shell.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.#shell.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
  }

  static async sitDown(env: { DATA_DIR: string }): Promise<Reader> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'team-api-reader-'));
    const checkout = path.join(folder, 'checkout');
    await mkdir(checkout);
    for (const name of ['node_modules', 'package.json', 'scripts', 'src', 'prisma']) {
      await symlink(path.join(root, name), path.join(checkout, name));
    }
    await symlink(env.DATA_DIR, path.join(checkout, '.data'));
    await writeFile(path.join(folder, '.curlrc'), 'write-out = "%{stderr}HTTP %{http_code}\\n"\n');
    const reader = new Reader(folder, env);
    onTestFinished(() => reader.#leave());
    await reader.paste(npm);
    return reader;
  }

  /** Runs a block to its end. Its background processes continue. */
  async paste(code: string): Promise<Pasted> {
    const [before, beforeErrors] = [this.stdout.length, this.stderr.length];
    this.#pasted += 1;
    const file = path.join(this.#folder, `block-${this.#pasted}.sh`);
    await writeFile(file, code);
    const endOfBlock = `== block ${this.#pasted} ended with `;
    this.#shell.stdin?.write(
      `. ${file} < /dev/null; pasted=$?; echo; echo "${endOfBlock}$pasted"\n`,
    );
    const end = () => new RegExp(`${endOfBlock}(\\d+)\n`).exec(this.stdout.slice(before));
    await until(`the end of:\n${code}`, () => end() !== null, 60_000);
    const found = end();
    const stderr = this.stderr.slice(beforeErrors);
    return {
      exitCode: Number(found?.[1]),
      statuses: [...stderr.matchAll(/^HTTP (\d+)$/gm)].map(([, status]) => Number(status)),
      stdout: this.stdout.slice(before, before + (found?.index ?? 0)).trim(),
      stderr,
    };
  }

  /** Saves a file in the shell's folder. */
  async save(name: string, text: string): Promise<void> {
    const { stdout } = await this.paste('pwd');
    await writeFile(path.join(stdout, name), text);
  }

  async #leave(): Promise<void> {
    const closed = once(this.#shell, 'close');
    // Ends the whole process group, with background processes.
    if (this.#shell.pid) process.kill(-this.#shell.pid, 'SIGKILL');
    await closed;
    await rm(this.#folder, { recursive: true, force: true });
  }
}
