import { arch, hostname, release, type } from 'node:os';

const LONGEST = 60;

/** Machine and system, for the person who confirms the login. The service accepts plain words only. */
export function describeMachine(): { machine: string; system: string } {
  return {
    machine: plain(hostname(), 'unnamed machine'),
    system: plain(`${names[type()] ?? type()} ${release()} (${arch()})`, 'unknown system'),
  };
}

const names: Record<string, string> = { Darwin: 'macOS, Darwin', Windows_NT: 'Windows' };

function plain(text: string, otherwise: string): string {
  const words = text
    .replaceAll(/[^\p{L}\p{N} ._()-]+/gu, ' ')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, LONGEST)
    .trim();
  return words === '' ? otherwise : words;
}
