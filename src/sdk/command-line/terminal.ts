type Stream = {
  write(text: string): unknown;
  isTTY?: boolean | undefined;
};
type How = 'green' | 'red' | 'yellow' | 'dim' | 'bold';

/** Writes a text in a colour, if the terminal has colours. */
export type Paint = (text: string, how: How) => string;

const codes: Record<How, [begin: number, end: number]> = {
  green: [32, 39],
  red: [31, 39],
  yellow: [33, 39],
  dim: [2, 22],
  bold: [1, 22],
};

/** The output of a command: results go to the standard output, everything else to the standard error. */
export type Terminal = {
  /** Writes a line of the result. */
  say(line?: string): void;
  /** Writes a line that is not part of the result, such as progress. */
  note(line?: string): void;
  /** Colours for results. */
  paint: Paint;
  /** Colours for notes. */
  paintNote: Paint;
  /** True if results go to a terminal, and not to another program. */
  isPerson: boolean;
};

export function makeTerminal(
  out: Stream,
  err: Stream,
  env: Record<string, string | undefined>,
): Terminal {
  return {
    say: (line = '') => out.write(`${plain(line)}\n`),
    note: (line = '') => err.write(`${plain(line)}\n`),
    paint: painter(out, env),
    paintNote: painter(err, env),
    isPerson: out.isTTY === true,
  };
}

/** No colours with NO_COLOR, in a dumb terminal, or without a terminal. */
function painter({ isTTY }: Stream, env: Record<string, string | undefined>): Paint {
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0';
  const wanted = forced || (isTTY === true && env.TERM !== 'dumb');
  if (!wanted || (env.NO_COLOR ?? '') !== '') return (text) => text;
  return (text, how) => {
    const [begin, end] = codes[how];
    return `\u001b[${begin}m${text}\u001b[${end}m`;
  };
}

// All control characters but the tab and the colours that `paint` writes.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what is removed.
const control = /(?!\u001b\[(?:[012]|22|3[1239])m)[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/g;

// Characters that break a line or reverse its direction could make a person read another text.
const turning = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Removes characters that could control the terminal or deceive a person. The text comes from outside. */
function plain(line: string): string {
  return line.replace(control, '\u00b7').replace(turning, '\u00b7');
}

/** Lines of a name and a value. All values begin in the same column. */
export function aligned(rows: readonly (readonly [name: string, value: string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
}
