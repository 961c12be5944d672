import type { Command } from './command.ts';
import type { Paint } from './terminal.ts';

type About = { program: string; paint: Paint };

export function helpOf(commands: readonly Command[], { program, paint }: About): readonly string[] {
  const width = Math.max(...commands.map((command) => usageOf(command).length));
  return [
    'The command line of the Team API for developers.',
    '',
    paint('Usage', 'bold'),
    `  ${program} COMMAND [options]`,
    '',
    paint('Commands', 'bold'),
    ...commands.map((command) => `  ${usageOf(command).padEnd(width)}  ${command.summary}`),
    '',
    paint('Options of every command', 'bold'),
    ...optionLines(everywhere),
    '',
    `COMMAND --help says more about one command.`,
  ];
}

export function helpOfCommand(command: Command, { program, paint }: About): readonly string[] {
  const options = optionLines({ ...command.options, ...everywhere });
  return [
    `${command.summary}.`,
    '',
    paint('Usage', 'bold'),
    `  ${program} ${usageOf(command)} [options]`,
    '',
    paint('Options', 'bold'),
    ...options,
    ...(command.more ? ['', ...command.more] : []),
  ];
}

/** The options of every command. */
export const everywhere = {
  server: {
    type: 'string',
    value: 'URL',
    help: 'The address of the installation, if it is not the one of this package',
  },
  help: { type: 'boolean', short: 'h', help: 'Show this help' },
} as const satisfies Command['options'];

const usageOf = ({ name, takes }: Command) => (takes ? `${name} ${takes}` : name);

function optionLines(options: Command['options']): string[] {
  const rows = Object.entries(options).map(([name, { short, value, help }]) => {
    const written = `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`;
    return [written, help] as const;
  });
  const width = Math.max(...rows.map(([written]) => written.length));
  return rows.map(([written, help]) => `  ${written.padEnd(width)}  ${help}`);
}
