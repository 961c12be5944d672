// A webhook receiver to try and to read. It verifies each request, prints it, and answers as the options say.
// docs/guides/en/webhooks.md shows how to use it.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parseDuration } from '../src/shared/time/durations.ts';

const USAGE = `node_modules/.bin/node scripts/receiver.ts --secret whsec_… | --forward URL [options]

  --secret S           the secret of the endpoint, from the answer to its creation
  --forward URL        pass each request on to your own program, such as http://127.0.0.1:8080/,
                       and answer as it does; without --secret, unverified
  --port N             the port to listen on, at 127.0.0.1 (default 4000)
  --fail STATUS        answer with this status, 300 to 599, instead of 200
  --slow DURATION      answer only after this time, such as 3s
  --hang               never answer
  --cert F, --key F    a certificate of your own, instead of that in scripts/receiver-tls
`;

const MAX_AGE_SECONDS = 300;
/** How much of a refusal of your program is printed. */
const MOST_SHOWN = 240;
const tls = path.join(import.meta.dirname, 'receiver-tls');

function readOptions() {
  const { values } = parseArgs({
    options: {
      secret: { type: 'string' },
      forward: { type: 'string' },
      port: { type: 'string', default: '4000' },
      fail: { type: 'string' },
      slow: { type: 'string', default: '' },
      hang: { type: 'boolean', default: false },
      cert: { type: 'string', default: path.join(tls, 'cert.pem') },
      key: { type: 'string', default: path.join(tls, 'key.pem') },
    },
  });
  const { secret, forward, port, fail, slow, hang, cert, key } = values;
  if (!secret && !forward) throw new Error('--secret or --forward is missing');
  if (forward && !URL.canParse(forward)) throw new Error('--forward is wrong; expected a URL');
  if (!/^[0-9]{1,5}$/.test(port)) throw new Error('--port is wrong; expected a number');
  if (fail !== undefined && !/^[345][0-9][0-9]$/.test(fail))
    throw new Error('--fail is wrong; expected 300 to 599');
  const delayMs = slow === '' ? 0 : parseDuration(slow);
  if (delayMs === null) throw new Error('--slow is wrong; expected a duration such as 3s');
  const status = Number(fail ?? 200);
  return { secret, forward, port: Number(port), status, delayMs, hang, cert, key };
}

/** Null if the request is authentic, or else the reason. `body` must be the bytes that arrived, not parsed. */
function whyNot(secret: string, signature: string | undefined, body: Buffer): string | null {
  if (!signature) return 'no Svc-Signature';
  // Read the parts by name, because others may be added.
  const { t = '', v1 = '' } = Object.fromEntries(
    signature.split(',').map((part) => part.split('=')),
  );
  if (!/^[0-9]+$/.test(t) || !/^[0-9a-f]{64}$/.test(v1)) return 'a Svc-Signature of another form';
  const expected = createHmac('sha256', secret).update(`${t}.`).update(body).digest();
  if (!timingSafeEqual(expected, Buffer.from(v1, 'hex'))) return 'the signature does not match';
  if (Date.now() / 1000 - Number(t) > MAX_AGE_SECONDS) return 'signed more than five minutes ago';
  return null;
}

const seen = new Set<string>();

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = Buffer.concat(await request.toArray());
  const signature = request.headers['svc-signature']?.toString();
  const refusal = options.secret ? whyNot(options.secret, signature, body) : null;
  if (refusal) {
    say('REFUSED', refusal);
    response.writeHead(400).end(refusal);
    return;
  }
  if (options.forward) {
    await passOn(options.forward, request, body, response);
    return;
  }
  const { id, type, data } = JSON.parse(body.toString()) as Record<string, unknown>;
  const novelty = seen.has(String(id)) ? 'duplicate' : 'new';
  say(String(type), String(id), 'verified', novelty, JSON.stringify(data));
  seen.add(String(id));
  if (options.hang) return;
  await sleep(options.delayMs);
  response.writeHead(options.status).end(options.status === 200 ? 'ok' : 'failing as told');
}

/** Passes the unchanged request to another program, and that program's answer to the sender. */
async function passOn(
  to: string,
  { method = 'POST', headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<void> {
  const { host: _, connection: __, 'content-length': ___, ...own } = headers;
  const request = { method, headers: own as Record<string, string>, body: new Uint8Array(body) };
  try {
    const answer = await fetch(to, { ...request, redirect: 'manual' });
    const text = Buffer.from(await answer.arrayBuffer());
    const why = answer.ok ? '' : text.toString().split('\n')[0]?.slice(0, MOST_SHOWN);
    const status = why ? `${answer.status}: ${why}` : `${answer.status}`;
    say(String(headers['svc-event-id']), 'passed on, answered with', status);
    response.writeHead(answer.status).end(text);
  } catch {
    say('NO ANSWER', `from ${to}: does your program listen there?`);
    response.writeHead(502).end(`There is no answer from ${to}`);
  }
}

function say(...words: string[]): void {
  console.log(new Date().toISOString().slice(11, 19), ...words);
}

function fail(error: unknown): never {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exit(1);
}

let options: ReturnType<typeof readOptions>;
try {
  options = readOptions();
} catch (error) {
  fail(error);
}
const certificate = { cert: readFileSync(options.cert), key: readFileSync(options.key) };
const server = createServer(certificate, (request, response) => {
  receive(request, response).catch((error: unknown) => {
    say('FAILED', String(error));
    response.destroy();
  });
});
// Senders must trust scripts/receiver-tls/ca.pem, or the authority of your own certificate.
server.on('tlsClientError', ({ message }) => say('NO TLS', message));
server.on('error', fail);
server.listen(options.port, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  say(`listening on https://127.0.0.1:${port}/`, `(Ctrl-C or "kill ${process.pid}" ends it)`);
});
