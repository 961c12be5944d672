import { release } from '../../sdk/model/release.ts';

const TARGET = 'http://localhost:8080/webhooks';

/** The line that runs a command in a developer's terminal. */
export function terminalCommand(words: string): string {
  const { name, version } = release;
  return `npx ${location.origin}/docs/sdk/${name}-${version}.tgz ${words}`;
}

/** The command that brings the team's events to a developer's machine. */
export function listenCommand(): string {
  return terminalCommand(`listen --forward-to ${TARGET}`);
}
