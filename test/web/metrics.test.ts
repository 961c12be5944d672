import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { register } from 'prom-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../src/rest/routes.ts';
import { cloneDatabase } from '../harness/database.ts';
import { freePort } from '../harness/free-port.ts';
import { named } from '../harness/routes.ts';
import { get, Spawned } from '../harness/spawned.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { useShared } from '../harness/use-shared.ts';
import { validRequest, withBody } from '../harness/valid-requests.ts';
import { makeGlobalCatalog, makeWorld } from '../harness/world.ts';
import { type Exposition, readExposition, readQuery, type Selector } from './harness/exposition.ts';

const api = useApi();

/** What /metrics of an API process and of a worker say when they have just started. */
const started = useShared(async (atEnd) => {
  const database = await cloneDatabase();
  atEnd(() => database.drop());
  const [port, workerPort] = [String(await freePort()), String(await freePort())];
  const env = {
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    PORT: port,
    WORKER_PORT: workerPort,
  };
  const processes = ['src/api.ts', 'src/worker.ts'].map((file) =>
    new Spawned(file, env, [], { atEnd }).says('"ready"'),
  );
  await Promise.all(processes);
  const read = async (from: string) =>
    readExposition(await (await get({ PORT: from }, '/metrics')).text());
  return { api: await read(port), worker: await read(workerPort) };
});

/** The series of the counters that count what somebody does. Others are about Node, or read a clock. */
const counters = ({ types, series }: Exposition) =>
  series.filter(
    ({ name }) =>
      types.get(name) === 'counter' &&
      /^(api|crm|database|egress|intake|log|mail|trace|webhook)_/.test(name),
  );

describe('every series is there at 0 from the start', () => {
  test('each counter of a process that has just started has series, and each is 0', () => {
    const both = [started().api, started().worker];
    const names = both.flatMap(({ types }) =>
      [...types].flatMap(([name, type]) =>
        type === 'counter' && !/^(nodejs|process)_/.test(name) ? [name] : [],
      ),
    );
    const series = both.flatMap(counters);
    expect(names.length).toBeGreaterThan(15);
    for (const name of names) {
      expect([name, series.some((one) => one.name === name)]).toEqual([name, true]);
    }
    expect(series.filter(({ value }) => value !== 0)).toEqual([]);
  });

  test('attempts, mails and synchronizations have a series for each outcome', () => {
    const valuesOf = (name: string, label: string) => [
      ...new Set(
        started()
          .worker.series.filter((one) => one.name === name)
          .map(({ labels }) => labels[label]),
      ),
    ];
    expect(valuesOf('mail_attempts_total', 'outcome')).toEqual(['ok', 'failed', 'refused']);
    expect(valuesOf('webhook_attempts_total', 'outcome').toSorted()).toEqual(
      'connect_refused dns_error http_status invalid_response ok reset secret_unreadable target_blocked timeout tls_error worker_lost'.split(
        ' ',
      ),
    );
    expect(valuesOf('crm_sync_runs_total', 'provider')).toEqual([
      'hubspot',
      'pipedrive',
      'salesforce',
      'demo',
    ]);
    expect(valuesOf('crm_sync_runs_total', 'outcome')).toContain('broken_off');
  });

  describe('no request makes a new series', () => {
    const known = async () => {
      const { series } = readExposition(await register.metrics());
      const ofRequests = series.filter(({ name }) => /^api_/.test(name));
      return new Set(ofRequests.map(({ name, labels }) => JSON.stringify([name, labels])));
    };
    let first: Set<string>;
    const appeared = async () => [...(await known()).difference(first)];

    beforeAll(async () => {
      await makeGlobalCatalog(api());
      first = await known();
    });

    test.each(named(routes))('$name', async ({ route }) => {
      const world = await makeWorld(api());
      const valid = await validRequest(route, world);
      const other = route.meta.permission.scope === 'cases:read' ? 'users:read' : 'cases:read';
      const { key } = await makeTeam(api(), { scopes: [other] });
      const suspended = await makeTeam(api(), { status: 'suspended' });
      const ask = (method: string, own: string | undefined, options = {}) =>
        api().request(method, valid.path, { key: own, ...options });
      await ask(route.method, undefined);
      await ask(route.method, key);
      await ask(route.method, suspended.key);
      await ask(route.method, world.team.key, { body: { surprise: 1 } });
      await ask(route.method, world.team.key, { raw: 'x', headers: { 'content-type': 'a/b' } });
      await ask('OPTIONS', undefined);
      await ask('HEAD', world.team.key);
      await ask('PUT', world.team.key);
      await ask(route.method, world.team.key, withBody(valid));
      expect(await appeared()).toEqual([]);
    });

    test('paths outside of the contract', async () => {
      const { key } = await makeTeam(api());
      for (const method of ['GET', 'POST', 'OPTIONS', 'HEAD', 'PUT', 'DELETE']) {
        for (const path of ['/nothing', '/openapi.v1.json', '/%', '/../..'])
          await api().request(method, path, { key });
        await api().request(method, '/users', { key: 'nobody' });
      }
      expect(await appeared()).toEqual([]);
    });
  });
});

test('build_info names the release', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  for (const { series } of [started().api, started().worker]) {
    const found = series.filter(({ name }) => name === 'build_info');
    expect(found).toEqual([{ name: 'build_info', labels: { version }, value: 1 }]);
  }
});

describe('deploy/: alerts and board', () => {
  const rules = readFileSync('deploy/prometheus/rules.yml', 'utf8');
  const rulesTest = readFileSync('deploy/prometheus/rules.test.yml', 'utf8');
  const alerts = [...rules.matchAll(/^ +- alert: (\w+)\n +expr: (.+)$/gm)].map(
    ([, alert = '', query = '']) => [alert, query] as const,
  );
  const board = JSON.parse(readFileSync('deploy/grafana/board.json', 'utf8')) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  const queries = board.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => [title, expr] as const),
  );

  /**
   * What Prometheus, its exporters and the units of deploy/backup say. scripts/release/try-deploy.ts has each alert about
   * them fire.
   */
  const ofOthers = new Set([
    'up',
    'node_filesystem_avail_bytes',
    'node_filesystem_size_bytes',
    'probe_ssl_earliest_cert_expiry',
    'probe_success',
    'team_api_unit_failed',
    'team_api_unit_success_timestamp_seconds',
  ]);

  /** What is wrong with the metrics and labels of a query. */
  function faults(query: string): string[] {
    const { selectors, by } = readQuery(query);
    const both = [started().api, started().worker];
    const seriesOf = (name: string) =>
      both.flatMap(({ series }) => series.filter((one) => one.name === name));
    const has = (name: string) =>
      both.some(({ types }) => types.has(name) || types.has(name.replace(/_(bucket|count)$/, '')));
    const own = selectors.filter(({ name }) => !ofOthers.has(name));
    const unmatched = own.filter(({ name, conditions }) => !someMatch(seriesOf(name), conditions));
    const labels = new Set(
      own.flatMap(({ name }) => seriesOf(name)).flatMap(({ labels: all }) => Object.keys(all)),
    );
    return [
      ...own.filter(({ name }) => !has(name)).map(({ name }) => `${name} does not exist`),
      ...unmatched.map(({ name }) => `no series of ${name} matches`),
      ...(labels.size > 0 ? by.filter((label) => !labels.has(label)) : []).map(
        (label) => `there is no label ${label}`,
      ),
    ];
  }

  const someMatch = (series: Exposition['series'], conditions: Selector['conditions']) =>
    conditions.length === 0 ||
    conditions.every(([label, operator, value]) => {
      const words = operator === '=~' ? value.split('|') : [value];
      return words.every((word) =>
        series.some(({ labels }) => new RegExp(`^(?:${word})$`).test(labels[label] ?? '')),
      );
    });

  test('every query asks for metrics, labels and values that exist', () => {
    expect(alerts.length).toBe([...rules.matchAll(/\balert:/g)].length);
    expect(queries.length).toBeGreaterThan(40);
    for (const [where, query] of [...alerts, ...queries]) {
      expect([where, faults(query)]).toEqual([where, []]);
    }
  });

  test('a query with a mistake is found', () => {
    expect(faults('rate(webhook_attempt_total[5m])')).toEqual([
      'webhook_attempt_total does not exist',
    ]);
    expect(faults('sum by (result) (rate(webhook_attempts_total{outcome=~"ok|dns"}[5m]))')).toEqual(
      ['no series of webhook_attempts_total matches', 'there is no label result'],
    );
  });

  test('each alert has a test in which it fires', () => {
    for (const [alert] of alerts) expect(rulesTest).toContain(`alertname="${alert}"`);
  });

  test('each metric of ours is on the board', () => {
    const shown = new Set(
      queries.flatMap(([, query]) => readQuery(query).selectors.map(({ name }) => name)),
    );
    const ours = [started().api, started().worker].flatMap(({ types }) =>
      [...types].flatMap(([name, type]) =>
        /^(api|build|command|crm|database|egress|erasure|intake|log|mail|queue|webhook)_/.test(name)
          ? [type === 'histogram' ? `${name}_bucket` : name]
          : [],
      ),
    );
    const missing = [...new Set(ours)].filter((name) => !shown.has(name));
    expect(missing).toEqual([]);
  });

  test('Prometheus accepts the rules and its own tests of them, where promtool is there', async () => {
    const run = promisify(execFile);
    const promtool = (...args: string[]) =>
      run('promtool', args).catch((error: { code?: string; stdout?: string; stderr?: string }) => {
        // EACCES: a folder of PATH belongs to somebody else.
        if (error.code === 'ENOENT' || error.code === 'EACCES') return null;
        throw new Error(`${error.stdout}${error.stderr}`);
      });
    const checked = await promtool('check', 'rules', 'deploy/prometheus/rules.yml');
    if (checked === null) return;
    expect(checked.stdout).toContain(`SUCCESS: ${alerts.length} rules found`);
    await promtool('test', 'rules', 'deploy/prometheus/rules.test.yml');
  });
});
