import type { AnyTRPCProcedure } from '@trpc/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { rights } from '../src/auth/rights.ts';
import { scopes } from '../src/auth/scopes.ts';
import { appRouter } from '../src/features/router.ts';
import type { ProcedureMeta } from '../src/operation/procedure.ts';
import { type Source, sourcesIn } from './harness/sources.ts';

// The code of the browser has its rules in test/app, and that of the documentation in test/docs.
const product = sourcesIn('src').filter(({ file }) => !/^src\/(app|docs)\//.test(file));
const everything = sourcesIn('src', 'test', 'scripts');
const features = product.filter(({ file }) => file.startsWith('src/features/'));

/** The folder of a file below src/. `process` for a file directly in src/. */
function layerOf(file: string): string {
  const [, folder = '', rest] = file.split('/');
  return rest === undefined ? (folder === 'config.ts' ? 'config' : 'process') : folder;
}

function offenders(sources: Source[], breaks: (source: Source) => boolean): string[] {
  return sources.filter(breaks).map(({ file }) => file);
}

describe('imports point one way: processes -> web -> rest, trpc, worker, cli -> features -> operation -> auth, egress, db -> shared', () => {
  const allowed: Record<string, string> = {
    process: 'process web rest worker cli seed embedded-postgres egress db tracing config',
    listen: 'listen trpc features operation auth egress db tracing config',
    web: 'web listen rest trpc operation auth egress crm db config',
    trpc: 'trpc operation auth egress crm db tracing config',
    rest: 'rest operation auth egress db tracing config',
    worker: 'worker seed features operation auth crm egress db tracing config',
    cli: 'cli seed features operation auth crm embedded-postgres db config',
    sdk: 'sdk rest',
    seed: 'seed features operation auth crm db',
    'embedded-postgres': 'embedded-postgres db',
    features: 'features operation auth crm egress db tracing',
    operation: 'operation auth crm egress db',
    config: 'config auth crm',
    crm: 'crm egress tracing',
    auth: 'auth db tracing',
    egress: 'egress tracing',
    db: 'db tracing',
    tracing: 'tracing',
    shared: '',
  };

  test.each(Object.entries(allowed))('%s', (layer, others) => {
    const may = `shared ${others}`.split(' ');
    const wrong = product
      .filter(({ file }) => layerOf(file) === layer)
      .flatMap(({ file, imports }) =>
        imports
          .filter(({ target }) => target.startsWith('src/') && !may.includes(layerOf(target)))
          .filter(({ target, isType }) => !isException(file, target, isType))
          .map(({ target }) => `${file} imports ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  function isException(file: string, target: string, isType: boolean): boolean {
    // A transport may import only the router of the features.
    if (/^src\/(rest|trpc)\//.test(file) && target === 'src/features/router.ts') return true;
    if (file.startsWith('src/rest/openapi/') && target.endsWith('.schema.ts')) return true;
    // The command line explains a wrong signature with the code of the documentation's page.
    if (file.startsWith('src/sdk/command-line/') && target.startsWith('src/docs/verify/'))
      return true;
    // The type of the configuration may be imported everywhere, but not the code that reads it.
    return target === 'src/config.ts' && isType;
  }

  test('every folder of src/ has its place', () => {
    const unknown = product.filter(({ file }) => !(layerOf(file) in allowed));
    expect(unknown.map(({ file }) => file)).toEqual([]);
  });

  test('nothing of the product imports a test or a script', () => {
    const outside = (source: Source) =>
      source.imports.some(({ target }) => /^(test|scripts)\//.test(target));
    expect(offenders(product, outside)).toEqual([]);
  });

  test('there is no circle', () => {
    const graph = new Map(
      product.map(({ file, imports }) => [
        file,
        imports.filter(({ isType }) => !isType).map(({ target }) => target),
      ]),
    );
    const done = new Set<string>();
    const visit = (file: string, path: string[]): void => {
      if (path.includes(file)) throw new Error([...path, file].join(' -> '));
      if (done.has(file)) return;
      for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
      done.add(file);
    };
    for (const { file } of product) visit(file, []);
  });
});

test("REST, app, site, worker, the demo's CRM and the practice receiver each write their answers in one place", () => {
  expect(offenders(product, ({ text }) => /\.writeHead\(|HTTP\/1\.1 /.test(text)).sort()).toEqual([
    'src/process/serve-worker-site.ts',
    'src/rest/respond.ts',
    'src/seed/demo-crm/answers.ts',
    'src/trpc/write-answer.ts',
    'src/web/site.ts',
    'src/worker/delivery/practice-receiver.ts',
  ]);
});

test('Express runs in src/web alone', () => {
  const knowsExpress = ({ imports }: Source) =>
    imports.some(({ target, isType }) => target === 'express' && !isType);
  const files = offenders(product, knowsExpress);
  expect(files.filter((file) => !file.startsWith('src/web/'))).toEqual([]);
});

describe('features hold no transport', () => {
  test('features use no HTTP: neither its modules nor its statuses', () => {
    const knowsHttp = ({ file, text, imports }: Source) =>
      imports.some(({ target }) => /^(node:https?|express|undici)$/.test(target)) ||
      /\bexpress\b/i.test(text) ||
      (!file.endsWith('.router.ts') && /\bstatus(?:Code)?\b['"]?\s*[:=]+\s*[1-5]\d\d\b/.test(text));
    expect(offenders(features, knowsHttp)).toEqual([]);
  });

  test('procedures are made in routers: operations do not import tRPC', () => {
    const operations = features.filter(({ file }) => !/\brouter\.ts$/.test(file));
    const makesProcedures = ({ imports }: Source) =>
      imports.some(({ target }) => /@trpc|^src\/operation\/procedure\.ts$/.test(target));
    expect(offenders(operations, makesProcedures)).toEqual([]);
  });

  test('an operation has a file of its own, or shares it with those that change together', () => {
    const operationsOfOneFile = /^import \{([^}]*)\} from '\.\/([\w-]+\.ts)';$/gm;
    const together = features
      .filter(({ file }) => file.endsWith('.router.ts'))
      .flatMap(({ file, text }) =>
        [...text.matchAll(operationsOfOneFile)].map(([, names = '', from = '']) => ({
          imported: `${file}: ${from}`,
          called: names.split(',').filter((name) => text.includes(` ${name.trim()}(`)),
        })),
      );
    expect(together.length).toBeGreaterThan(100);
    expect(together.filter(({ called }) => called.length > 4)).toEqual([]);
  });

  test('features use operations, steps and rules of each other, but no routers', () => {
    const nounOf = (file: string) => /^src\/features\/([^/]+)\//.exec(file)?.[1];
    const usesRouter = ({ file, imports }: Source) =>
      imports.some(
        ({ target }) => target.endsWith('.router.ts') && nounOf(target) !== nounOf(file),
      );
    expect(offenders(features, usesRouter)).toEqual(['src/features/router.ts']);
  });

  test('features reach the database through a handle that is bound to a team', () => {
    const knowsPool = ({ imports }: Source) =>
      imports.some(({ target }) => target === 'pg' || target === 'src/db/pool.ts');
    expect(offenders(features, knowsPool)).toEqual([]);
  });

  test('only sign-in and accounts reach people and sessions without a team', () => {
    const reaches = features.filter(
      ({ text, imports }) =>
        imports.some(({ target }) => target === 'src/db/prisma/people-prisma.ts') ||
        /\b(Person)?Visit\b/.test(text),
    );
    const may = /^(account|command-line|passkeys|security-log|session|thread\/get-team)/;
    expect(offenders(reaches, ({ file }) => !may.test(file.slice(13)))).toEqual([]);
  });

  test('the time comes from the call, and that of deliveries from the database', () => {
    const looksAtClock = ({ file, text }: Source) =>
      /new Date\(\)|Date\.now\(\)/.test(text) ||
      (!file.startsWith('src/features/webhooks/') && /\bnow\(\)/.test(text));
    expect(offenders(features, looksAtClock)).toEqual([]);
  });
});

test('only the processes read the environment, and give it to config.ts', () => {
  const reads = product.filter(({ text }) => text.includes('process.env'));
  const files = ['src/api.ts', 'src/cli.ts', 'src/server.ts', 'src/worker.ts'];
  expect(reads.map(({ file }) => file).sort()).toEqual(files);
});

test('pools of connections are made in one place', () => {
  const makesPool = ({ text }: Source) => /\b(new|extends) pg\.Pool\b/.test(text);
  const files = ['src/db/pool.ts', 'src/db/prisma/borrowed-connection.ts'];
  expect(offenders(product, makesPool).sort()).toEqual(files);
  // These clients migrate, or hold a lock while a command uses the embedded database.
  const own = ['src/db/migrations/migrate.ts', 'src/embedded-postgres/database-use.ts'];
  expect(offenders(product, ({ text }) => text.includes('new pg.Client')).sort()).toEqual(own);
});

test('no rule uses the clock of a machine: the clock of the database is the same for all processes', () => {
  // Waiting uses no clock either: a machine that starts may set its clock by years. `performance.now()` runs evenly.
  const looks = offenders(product, ({ text }) => /new Date\(\)|Date\.now\(\)/.test(text));
  // These files run on the machine of a customer, which has no other clock.
  const ofCustomers = /^src\/sdk\/(command-line\/(status|verify)|typescript\/receive\/unwrap)\.ts$/;
  expect(looks.filter((file) => !ofCustomers.test(file))).toEqual([]);
});

describe('files', () => {
  // These files stay the same byte for byte until the next version of the package of npm.
  const isShipped = /^src\/(sdk\/(command-line|typescript\/receive)|docs\/verify)\//;

  test('what changes together stands together: a file under 25 lines has no importer, or several', () => {
    const sources = sourcesIn('src');
    const importers = Map.groupBy(
      sources.flatMap(({ imports }) => imports),
      ({ target }) => target,
    );
    const isSliver = ({ file, lines }: Source) =>
      lines < 25 && importers.get(file)?.length === 1 && !/\/(texts|page)\.tsx?$/.test(file);
    expect(offenders(sources, isSliver).filter((file) => !isShipped.test(file))).toEqual([]);
  });

  test('names consist of lower-case words, and no file is a collection of anything', () => {
    const isOdd = ({ file }: Source) =>
      !/^[a-z0-9/.-]+$/.test(file) ||
      /(^|[/.-])(index|utils?|helpers?|common|misc|base)\.(tsx?|mjs)$/.test(file);
    expect(offenders(everything, isOdd)).toEqual([]);
  });

  test('below test/ there are only tests, and in folders named harness what they use', () => {
    const isUnmarked = ({ file }: Source) =>
      /^test\/(?!client\/)/.test(file) && !/\.test\.ts$|\/harness\//.test(file);
    expect(offenders(everything, isUnmarked)).toEqual([]);
  });

  test('a folder of test/ is a noun, a folder of src/, or one that goes through all nouns', () => {
    const throughAll =
      'browser chaos client contract delivery deploy fuzz harness languages noisy processes tenancy';
    const folders = everything.map(({ file }) => file.split('/').slice(0, -1));
    const allowed = new Set([
      ...throughAll.split(' '),
      ...folders
        .filter(([root]) => root === 'src')
        .map(([, folder, noun]) => (folder === 'features' ? noun : folder)),
    ]);
    const ofTests = folders.flatMap(([root, folder]) => (root === 'test' && folder ? folder : []));
    expect([...new Set(ofTests)].filter((folder) => !allowed.has(folder))).toEqual([]);
  });

  test('no file only passes on what others export', () => {
    const passesOn = ({ text }: Source) => /^export (\*|type \*|\{[^}]*\} from)/m.test(text);
    expect(offenders(everything, passesOn)).toEqual([]);
  });

  test('the product has no default exports', () => {
    expect(offenders(product, ({ text }) => /^export default/m.test(text))).toEqual([]);
  });

  test('a comment begins with words, and names who acts', () => {
    const beginning = /(?:\/\*\*\s+(?:\* )?|\/\/ )[DP]\d+\b/;
    const riddle = /^\s*(?:\/?\*+|\/\/) .*\bwhoever\b/im;
    const isOdd = ({ text }: Source) => beginning.test(text) || riddle.test(text);
    expect(offenders(product, isOdd)).toEqual([]);
  });

  test('no code is left for later, and none is commented out', () => {
    const later = new RegExp(['TO', 'DO|FIX', 'ME|\\.(?:on', 'ly|sk', 'ip)\\('].join(''));
    expect(offenders(everything, ({ text }) => later.test(text))).toEqual([]);
  });
});

const procedures = Object.entries(
  appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>,
);

/**
 * With what an operation may begin: the verbs of every noun, and those that the contract or the product needs beside
 * them. "find", "describe", "explain" and "inspect" are "get" (one) or "list" (several). To "read" is to read a CRM.
 */
const verbs = new Set(
  `get list count create change remove
   abort accept add ask begin confirm connect disconnect duplicate end erase evaluate export finish invite join log offer
   pass pause poll preview prove read reconnect record refuse release rename replace request resend reset resume retry
   revoke rotate save set sign start stop sum switch sync take test trigger undo withdraw`.split(
    /\s+/,
  ),
);
/** Procedures that are called what they answer. Their functions begin with a verb. */
const answers = new Set(
  `beside callerAddress connections counts current endpointHealth entries entryUse erased erasureNews
   erasurePreview errors events figures former logins logs mails me members ofMember options outcome own ownScores
   passkeyChallenge passkeyRegistration passkeys profile providers readers removalPreview roles rules runs scores
   securityLog series signedExample status subjects team usage`.split(/\s+/),
);
const beginsWithVerb = (name: string) => verbs.has(/^[a-z]+/.exec(name)?.[0] ?? '');

describe('an operation begins with a verb', () => {
  const rule =
    'Call it get, list, create, change or remove, or as the verbs of test/architecture.test.ts';

  test('each function that a router calls', () => {
    const called = features
      .filter(({ file }) => /router\.ts$/.test(file))
      .flatMap(({ text }) => [...text.matchAll(/\b([a-z]\w*)\(ctx\b/g)])
      .map(([, name = '']) => name);
    expect(called.length).toBeGreaterThan(150);
    expect(new Set(called.filter((name) => !beginsWithVerb(name))), rule).toEqual(new Set());
  });

  test('each procedure, unless it is called what it answers', () => {
    const own = procedures.map(([name]) => name.split('.').at(-1) ?? '');
    const others = new Set(own.filter((name) => !beginsWithVerb(name)));
    expect(new Set([...others].filter((name) => !answers.has(name))), rule).toEqual(new Set());
    expect([...answers].filter((name) => !others.has(name))).toEqual([]);
  });
});

describe.each(procedures)('procedure %s', (_, procedure) => {
  const { meta, inputs, output } = procedure._def as unknown as {
    meta: ProcedureMeta;
    inputs: z.ZodType[];
    output: z.ZodType | undefined;
  };

  test('has a right of the app, one strict input and an output', () => {
    expect(Object.keys(rights)).toContain(meta.permission.app);
    expect(inputs).toHaveLength(1);
    expect(inputs[0]?.safeParse({ surprise: 1 }).success).toBe(false);
    expect(output).toBeInstanceOf(z.ZodType);
  });

  if (!('openapi' in meta)) return;
  const { openapi, permission } = meta;

  test('has a scope and a route of the public API', () => {
    const needed = [permission.scope ?? []].flat();
    for (const scope of needed) expect(scopes).toContain(scope);
    expect(openapi?.path).toMatch(/^(\/[a-z-]+|\/\{[a-z]+_id\})+$/);
    expect(openapi?.operationId).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
    expect(openapi?.tags).toHaveLength(1);
  });
});
