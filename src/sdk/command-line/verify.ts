import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { sayComputed, sayVerdict } from '../../docs/verify/say-verdict.ts';
import { compute, signedAt, verify } from '../../docs/verify/verify.ts';
import { askSecretly } from './ask-secretly.ts';
import type { Command, Context, Given } from './command.ts';
import { Failure, wrongUse } from './failure.ts';

const SECRET = 'TEAM_API_WEBHOOK_SECRET';

export const verifyCommand: Command = {
  name: 'verify',
  summary: 'Say whether a webhook is genuine, and if not, why',
  options: {
    body: {
      type: 'string',
      value: 'FILE',
      help: 'The body as it arrived; - is the standard input',
    },
    header: { type: 'string', value: 'VALUE', help: 'The header Svc-Signature: t=…,v1=…' },
    clock: { type: 'string', value: 'TIME', help: 'What the clock of the receiver showed (now)' },
    'secret-file': {
      type: 'string',
      value: 'FILE',
      help: 'A file with the secret of the endpoint',
    },
    json: { type: 'boolean', help: 'Write JSON' },
  },
  more: [
    `The secret comes from --secret-file, from ${SECRET} in the environment, or you are asked`,
    'for it. It has no option of its own, because others on this machine see the options of a program.',
    'Nothing is sent anywhere, and no login is needed. The exit code is 0 if the webhook is genuine.',
  ],
  async run(context, { values }) {
    const { terminal } = context;
    const header = textOf(values.header, '--header with the value of Svc-Signature');
    const file = textOf(
      values.body,
      '--body with the file of the body, or - for the standard input',
    );
    const secret = await readSecret(context, values);
    const body = await readBody(file);
    const clock = typeof values.clock === 'string' ? values.clock : '';
    const now = Math.floor(Date.now() / 1000);
    const verdict = verify({ secret, header, body, clock, now });
    const isGenuine = verdict.kind === 'genuine';
    if (values.json) {
      terminal.say(JSON.stringify({ genuine: isGenuine, ...verdict }));
      return isGenuine ? 0 : 1;
    }
    const { tone, title, paragraphs, causes } = sayVerdict(verdict, 'en', signedAt(header));
    const colours = { good: 'green', warn: 'yellow', bad: 'red', info: 'yellow' } as const;
    terminal.say(terminal.paint(title, colours[tone]));
    for (const text of paragraphs) terminal.say(text);
    for (const { title: cause, cure } of causes) {
      terminal.say();
      terminal.say(terminal.paint(cause, 'bold'));
      terminal.say(cure);
    }
    const computed = compute({ secret, header, body });
    if (computed) {
      terminal.say();
      terminal.say(sayComputed(computed, 'en'));
      terminal.say(computed.v1);
    }
    return isGenuine ? 0 : 1;
  },
};

function textOf(value: Given['values'][string], what: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw wrongUse(`verify needs ${what}.`);
}

async function readBody(file: string): Promise<Uint8Array> {
  if (file === '-') return buffer(process.stdin);
  return readFile(file);
}

function readFile(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Failure(`Cannot read ${file}: ${(error as Error).message}`);
  }
}

async function readSecret({ env }: Context, values: Given['values']): Promise<string> {
  const file = values['secret-file'];
  if (typeof file === 'string') return readFile(file).toString('utf8').trim();
  const secret = env[SECRET];
  if (secret) return secret;
  if (process.stdin.isTTY && values.body !== '-') return askSecretly('Secret of the endpoint: ');
  throw wrongUse(
    'verify needs the secret of the endpoint.',
    `Put it into ${SECRET} or --secret-file.`,
  );
}
