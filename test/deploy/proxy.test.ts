import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { documentNamed, sectionOf } from '../docs/harness/documents.ts';
import { freePort } from '../harness/free-port.ts';
import { installed, type RunningProxy, startProxy } from './harness/proxies.ts';

const directives = (file: string) => readFileSync(file, 'utf8').replaceAll(/^\s*#.*$/gm, '');

describe('the files themselves', () => {
  const nginx = directives('deploy/proxy/nginx.conf');
  const caddy = directives('deploy/proxy/Caddyfile');

  test('nginx never takes a process out, and repeats no request that may have been carried out', () => {
    const processes = [...nginx.matchAll(/^\s*server (127\S+)( .*)?;/gm)];
    expect(processes.map(([, address, rest]) => [address, rest])).toEqual([
      ['127.0.0.1:3001', ' max_fails=0'],
      ['127.0.0.1:3002', ' max_fails=0'],
    ]);
    expect(nginx).toContain('proxy_next_upstream error;');
    expect(nginx).not.toContain('non_idempotent');
    expect(caddy).not.toContain('lb_retry_match');
  });

  test('both keep the paths to themselves that the handbook names', () => {
    const bullet = /answer (.*) with 404, and forward/.exec(
      sectionOf(documentNamed('docs/operations.md'), '## Proxy'),
    );
    const paths = [...(bullet?.[1] ?? '').matchAll(/`(\/[^`]*)`/g)].map(([, path]) => path);
    expect(paths).toEqual(['/metrics', '/healthz', '/readyz']);
    const [, ofCaddy] = /@private path (.*)/.exec(caddy) ?? [];
    expect(ofCaddy?.split(' ')).toEqual(paths);
    const [, ofNginx] = /location ~ \^\/\(\?:(\S+)\)\$ \{/.exec(nginx) ?? [];
    expect(ofNginx?.split('|').map((name) => `/${name}`)).toEqual(paths);
  });
});

type Seen = { process: number; req: IncomingMessage; body: string };
type Reply = (req: IncomingMessage, res: ServerResponse) => void;
type Answer = { status: number; body: string; headers: Record<string, unknown>; process: string };

const agent = new Agent({ keepAlive: true, rejectUnauthorized: false, servername: 'localhost' });

// Without nginx and Caddy, the files are still checked above.
describe.each(installed)('%s', (name) => {
  const ports: [number, number] = [0, 0];
  const processes: Server[] = [];
  let proxy: RunningProxy;
  let seen: Seen[] = [];
  let reply: Reply = (_, res) => res.end('good');

  async function listen(index: number): Promise<void> {
    const server = createServer((req, res) => {
      text(req).then(
        (body) => {
          seen.push({ process: index, req, body });
          res.setHeader('X-Process', String(index));
          reply(req, res);
        },
        () => res.destroy(),
      );
    });
    processes[index] = server.listen(ports[index], '127.0.0.1');
    await once(server, 'listening');
  }

  async function stop(index: number): Promise<void> {
    const server = processes[index] as Server;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }

  beforeAll(async () => {
    ports[0] = await freePort();
    ports[1] = await freePort();
    await listen(0);
    await listen(1);
    proxy = await startProxy(name, ports);
  });
  afterAll(async () => {
    await proxy.close();
    agent.destroy();
    await stop(0);
    await stop(1);
  });
  beforeEach(() => {
    seen = [];
    reply = (_, res) => res.end('good');
  });

  const at = (path: string) => ({
    host: '127.0.0.1',
    port: proxy.port,
    path,
    headers: { Host: 'localhost' },
    agent,
  });

  function send(path: string, method = 'GET', body = '', headers = {}): Promise<Answer> {
    const options = { ...at(path), method, headers: { ...at(path).headers, ...headers } };
    return new Promise((resolve, reject) => {
      request(options, (res) => {
        const { statusCode: status = 0, headers: all } = res;
        const from = String(all['x-process']);
        text(res).then(
          (own) => resolve({ status, body: own, headers: all, process: from }),
          reject,
        );
      })
        .once('error', reject)
        .end(body);
    });
  }

  test('forwards a request with the address that it has seen itself as the last one', async () => {
    const forged = { 'X-Forwarded-For': '203.0.113.7', 'X-Forwarded-Proto': 'http' };
    expect(await send('/app/export?x=1', 'POST', '{}', forged)).toMatchObject({ status: 200 });
    const [one] = seen;
    expect(one).toMatchObject({ body: '{}', req: { url: '/app/export?x=1' } });
    expect(one?.req.headers['x-forwarded-for']).toMatch(/(^|, )127\.0\.0\.1$/);
    expect(one?.req.headers['x-forwarded-proto']).toBe('https');
  });

  test("forwards the traceparent of the product's backend, and of nobody else", async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const headers = { traceparent, Authorization: 'Bearer token' };
    await send('/trpc/trainings.start', 'POST', '{}', headers);
    await send('/trpc/session.get', 'GET', '', { traceparent });
    await send('/api/public/v1/me', 'GET', '', headers);
    await send('/api/public/v1/me?x=/trpc/', 'GET', '', headers);
    const ambiguous = { traceparent, Authorization: 'Bearer token /trpc/' };
    await send('/api/public/v1/me', 'GET', '', ambiguous);
    expect(seen.map(({ req }) => req.headers.traceparent)).toEqual([
      traceparent,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('keeps metrics and health to the machine, however they are written', async () => {
    const own = ['/metrics', '/healthz?x=1', '/readyz', '/%6detrics', '//metrics', '/a/../readyz'];
    const answers = await Promise.all(own.map((path) => send(path)));
    expect(answers.map(({ status }) => status)).toEqual(own.map(() => 404));
    expect(seen).toEqual([]);
  });

  test('lets the service answer a path that does not exist', async () => {
    reply = (_, res) => res.writeHead(404).end('the page');
    expect(await send('/anything')).toMatchObject({ status: 404, body: 'the page' });
    expect(await send('/metrics/x')).toMatchObject({ status: 404, body: 'the page' });
  });

  test('a process that is away costs no request, and gets requests as soon as it is back', async () => {
    const methods: [string, string][] = [
      ['GET', ''],
      ['POST', 'x'],
    ];
    for (let round = 0; round < 3; round += 1) {
      const away = round % 2;
      await stop(away);
      const answers = await Promise.all(
        Array.from({ length: 60 }, (_, n) =>
          send('/api/public/v1/me', ...(methods[n % 2] ?? ['GET', ''])),
        ),
      );
      const failed = answers.flatMap(({ status }, n) => (status === 200 ? [] : [n % 2]));
      // Caddy before 2.11.2 cannot send a refused POST to another process.
      if (name === 'caddy') expect(failed.filter((n) => n === 0)).toEqual([]);
      else expect(failed).toEqual([]);
      await listen(away);
      const back = await Promise.all(Array.from({ length: 20 }, () => send('/api/public/v1/me')));
      expect(back.map((answer) => answer.process)).toContain(String(away));
    }
  });

  test('a POST whose connection breaks gets 502, and is never sent twice', async () => {
    reply = (_, res) => res.destroy();
    const posts = await Promise.all(
      Array.from({ length: 10 }, (_, n) => send('/api/public/v1/assignments', 'POST', `${n}`)),
    );
    expect(posts.map(({ status }) => status)).toEqual(posts.map(() => 502));
    const bodies = seen.map(({ body }) => body);
    expect(bodies.length).toBeGreaterThan(0);
    expect(new Set(bodies).size).toBe(bodies.length);
  });

  test('takes batches of the backend up to 1 MiB, and keeps no larger body', async () => {
    const most = 'x'.repeat(1024 * 1024);
    expect(await send('/trpc/x', 'POST', most)).toMatchObject({ status: 200 });
    const { status } = await send('/trpc/x', 'POST', `${most}y`);
    // Caddy keeps no body, and leaves this to the service.
    expect([status, seen.length]).toEqual(name === 'nginx' ? [413, 1] : [200, 2]);
  });

  test('passes a line to a listening command line as it comes', async () => {
    let write: ((line: string) => void) | undefined;
    reply = (_, res) => {
      res.writeHead(200, { 'Content-Type': 'application/x-ndjson', 'X-Accel-Buffering': 'no' });
      write = (line) => (line ? res.write(line) : res.end());
      res.write('first\n');
    };
    const options = at('/command-line/listen');
    const [res] = (await once(request(options).end(), 'response')) as [IncomingMessage];
    const lines: string[] = [];
    for await (const chunk of res) {
      lines.push(String(chunk));
      // The next line is only written when the one before has arrived.
      write?.(lines.length < 3 ? `line ${lines.length}\n` : '');
    }
    expect(lines).toEqual(['first\n', 'line 1\n', 'line 2\n']);
  });

  test('changes no page, and compresses none', async () => {
    const page = '<!doctype html>'.repeat(1000);
    reply = (_, res) =>
      res.setHeader('Content-Type', 'text/html').setHeader('ETag', '"1"').end(page);
    const answer = await send('/app/', 'GET', '', { 'Accept-Encoding': 'gzip, br' });
    expect(answer).toMatchObject({ status: 200, headers: { etag: '"1"' } });
    expect(answer.body === page).toBe(true);
  });
});
