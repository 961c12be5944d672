import { expect, test } from 'vitest';
import { type Source, sourcesIn } from '../harness/sources.ts';

// The app and the documentation run in the browser, the SDK and the code samples at the customers.
const ofOthers = /^src\/(app|docs|sdk)\/|^src\/rest\/openapi\/code-samples\.ts$/;
const server = sourcesIn('src').filter(({ file }) => !ofOthers.test(file));

const files = (holds: (source: Source) => boolean): string[] =>
  server
    .filter(holds)
    .map(({ file }) => file)
    .sort();

/** The files that send to other servers. Each asks first whether anything may be sent. */
const senders = [
  'src/crm/http/crm-network.ts',
  'src/egress/webhook-client.ts',
  'src/worker/mail/mailer.ts',
];

/** What reaches the operator's own servers: the database, and the collector of traces. */
const ofTheOperator = ['src/db/client.ts', 'src/tracing/open-tracer.ts'];

/** What opens connections: packages, and functions of Node by their name or by that of their module. */
const packages =
  /^(undici|nodemailer|ws|@opentelemetry\/exporter-.*|node:(tls|https|http2|dgram))$/;
const calls =
  /\bfetch\(|new (WebSocket|EventSource)\(|\b(net|http)\.(connect|createConnection|request|get|Socket)\(/;
const named =
  /^import \{[^}]*\b(?<!type )(request|get|connect|createConnection|Socket|Agent)\b[^}]*\} from 'node:(http|net)'/m;

test('only the senders, and what they alone use, can open a connection to another server', () => {
  const opens = files(
    ({ imports, text }) =>
      imports.some(({ target, isType }) => !isType && packages.test(target)) ||
      calls.test(text) ||
      named.test(text),
  );
  const connectors = [
    'src/crm/http/crm-exchange.ts',
    'src/egress/connection.ts',
    'src/egress/connector.ts',
    'src/egress/egress-proxy.ts',
    'src/egress/load-http.ts',
  ];
  const others = [...connectors, ...ofTheOperator];
  expect(opens.filter((file) => !senders.includes(file))).toEqual(others.sort());
  const usesConnectors = files(
    ({ file, imports }) =>
      !connectors.includes(file) &&
      imports.some(
        ({ target, isType }) =>
          !isType && /^src\/egress\/(connect(ion|or)|egress-proxy)\.ts$/.test(target),
      ),
  );
  expect(usesConnectors.filter((file) => !senders.includes(file))).toEqual([]);
});

/** The packages that the server loads. Those that send stand in `packages`, so that the test above finds their users. */
const known = [
  '@prisma/adapter-pg',
  '@trpc/server',
  '@trpc/server/http',
  'eld/extrasmall',
  'express',
  'graphile-worker',
  'ipaddr.js',
  'nodemailer',
  'pg',
  'pino',
  'prom-client',
  'trpc-to-openapi',
  'undici',
  'zod',
  'zod-openapi',
];

test('a new package of the server is known: whether it sends, and who may use it', () => {
  const loaded = server.flatMap(({ imports }) =>
    imports.filter(
      ({ target, isType }) => !isType && !/^(src\/|node:|@opentelemetry)/.test(target),
    ),
  );
  expect([...new Set(loaded.map(({ target }) => target))].sort()).toEqual(known);
});

test('OpenTelemetry is loaded in one place, and hooks into no other library', () => {
  const loads = files(({ imports }) =>
    imports.some(({ target, isType }) => !isType && target.startsWith('@opentelemetry/')),
  );
  expect(loads).toEqual(['src/tracing/open-tracer.ts']);
  const hooks =
    /registerInstrumentations|@opentelemetry\/(instrumentation|auto-)|module\.register\(/;
  expect(files(({ text }) => hooks.test(text))).toEqual([]);
});

test('each door asks before it sends', () => {
  expect(files(({ text }) => /outgoing\.requireOpen\(\);/.test(text))).toEqual(
    [...senders, 'src/rest/execute.ts', 'src/trpc/call-in-team.ts'].sort(),
  );
});
