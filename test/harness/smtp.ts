import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { Changes } from './changes.ts';

type ReceivedMail = { from: string; to: string[]; secure: boolean; raw: string };

/** Starts a real mail server on loopback. It accepts every mail without a login, unless the options say otherwise. */
export async function startSmtp(options: SMTPServerOptions = {}, port = 0) {
  const mails: ReceivedMail[] = [];
  const changes = new Changes();
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 500,
    onData(stream, session, done) {
      const read = async () => {
        const raw = Buffer.concat(await stream.toArray()).toString('latin1');
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        const to = rcptTo.map(({ address }) => address);
        mails.push({ from, to, secure: session.secure, raw });
        changes.happened();
        done();
      };
      read().catch(done);
    },
    ...options,
  });
  // A client that disconnects is no error of the server.
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    /** Waits for this many mails. */
    received: (count: number) =>
      changes.until(
        () => mails.length >= count,
        () => `${mails.length} of ${count} mails`,
      ),
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

type Part = { headers: Map<string, string>; body: string };

/** A mail as its recipient sees it: a program shows its text or its HTML. */
export function readMail(raw: string) {
  const { headers, body } = splitPart(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  const parts = body.split(`--${boundary}`).slice(1, -1);
  const shown = parts.map((part) => splitPart(part.replace(/^\r\n/, '')));
  const partOf = (type: string) => shown.find((part) => part.headers.get('content-type') === type);
  return {
    headers,
    text: decodePart(partOf('text/plain; charset=utf-8')),
    html: decodePart(partOf('text/html; charset=utf-8')),
  };
}

function splitPart(raw: string): Part {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const [name = '', ...value] = line.split(': ');
    return [name.toLowerCase(), decodeWords(value.join(': '))];
  });
  return { headers: new Map(headers), body: rest.join('\r\n\r\n') };
}

function decodePart(part: Part | undefined): string {
  if (!part) throw new Error('the mail lacks a part');
  const encoding = part.headers.get('content-transfer-encoding');
  return decodeBody(part.body, encoding).replaceAll('\r\n', '\n');
}

function decodeBody(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding === 'quoted-printable') return decodeQuoted(body.replaceAll('=\r\n', ''));
  return body;
}

function decodeQuoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}

/** Decodes words of a header (RFC 2047). */
function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString()
        : decodeQuoted(word.replaceAll('_', ' ')),
    );
}
