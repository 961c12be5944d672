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

/** The places through which everything leaves a process. Each asks whether anything may leave. */
const doors = [
  'src/crm/http/crm-network.ts',
  'src/egress/webhook-client.ts',
  'src/worker/mail/mailer.ts',
];

test('only the doors, and what they alone use, can open a connection to another server', () => {
  const opens = files(
    ({ imports, text }) =>
      imports.some(
        ({ target, isType }) =>
          !isType && /^(undici|nodemailer|ws|node:(tls|https|http2|dgram))$/.test(target),
      ) ||
      /\bfetch\(|new (WebSocket|EventSource)\(|\b(net|http)\.(connect|createConnection|request|get)\(/.test(
        text,
      ),
  );
  const behindDoors = [
    'src/crm/http/crm-exchange.ts',
    'src/egress/connection.ts',
    'src/egress/connector.ts',
    'src/egress/load-http.ts',
  ];
  expect(opens.filter((file) => !doors.includes(file))).toEqual(behindDoors);
  const usesBehind = files(
    ({ file, imports }) =>
      !behindDoors.includes(file) &&
      imports.some(
        ({ target, isType }) => !isType && /^src\/egress\/connect(ion|or)\.ts$/.test(target),
      ),
  );
  expect(usesBehind.filter((file) => !doors.includes(file))).toEqual([]);
});

test('each door asks before it sends', () => {
  expect(files(({ text }) => /outgoing\.requireOpen\(\);/.test(text))).toEqual(
    [...doors, 'src/rest/execute.ts', 'src/trpc/call-in-team.ts'].sort(),
  );
});
