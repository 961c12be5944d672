import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isUnavailable } from '../../src/db/database-error.ts';
import { HostProbe, type Standing } from '../../src/db/hosts/host-probe.ts';
import { Hosts } from '../../src/db/hosts/hosts.ts';
import { createPool } from '../../src/db/pool.ts';
import { createLogger } from '../../src/shared/log.ts';
import { freePort } from '../harness/free-port.ts';
import { until } from '../harness/until.ts';
import { useDatabase } from '../harness/use-database.ts';

const database = useDatabase();

/** The address of the tests' database with these ports. Processes remember addresses, so each test has its own. */
function onPorts(ports: number[], attributes = ''): string {
  const { username, password, pathname } = new URL(database().url);
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
  const query = new URLSearchParams(attributes);
  query.set('fallback_application_name', randomUUID());
  return `postgresql://${username}:${password}@${hosts}${pathname}?${query}`;
}

const ownPort = () => Number(new URL(database().url).port);

function poolOn(url: string) {
  const log = createLogger('silent');
  const pool = createPool(url, { max: 3, name: 'of hosts', log });
  onTestFinished(() => pool.end());
  return pool;
}

/** A host in front of the tests' PostgreSQL. It passes everything on until it is lost. */
async function host(): Promise<{ port: number; lose(): Promise<void>; freeze(): void }> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((client) => {
    if (isFrozen) {
      sockets.add(client.on('error', () => client.destroy()));
      return;
    }
    const behind = connect(ownPort(), '127.0.0.1');
    for (const socket of [client, behind]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    client.pipe(behind).pipe(client);
    client.once('close', () => behind.destroy());
    behind.once('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const lose = async () => {
    for (const socket of sockets) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  onTestFinished(lose);
  return {
    port: (server.address() as AddressInfo).port,
    lose,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}

/** A host that accepts connections and never answers. */
async function silentHost(): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
}

async function portOf(pool: pg.Pool): Promise<number> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ is: number }>('select 1 as is');
    expect(rows).toEqual([{ is: 1 }]);
    return (client as unknown as pg.Client).port;
  } finally {
    client.release();
  }
}

/** On a busy machine the first host may be so slow that the connection goes to the second. */
async function poolOnTwo() {
  const [one, two] = [await host(), await host()];
  const pool = poolOn(onPorts([one.port, two.port]));
  const isFirst = (await portOf(pool)) === one.port;
  return { pool, used: isFirst ? one : two, other: isFirst ? two : one };
}

test('P757: a host that refuses, and a host that never answers, are passed over', async () => {
  const pool = poolOn(onPorts([await freePort(), await silentHost(), ownPort()]));
  const startedAt = performance.now();
  expect(await portOf(pool)).toBe(ownPort());
  // The limit is less than the three seconds that a connection may take.
  expect(performance.now() - startedAt).toBeLessThan(2_500);
});

test('P757: if the host of the connections is lost, the next connection goes to the next host', async () => {
  const { pool, used, other } = await poolOnTwo();
  await used.lose();
  await until('a connection to the other host', () =>
    portOf(pool).then(
      (port) => port === other.port,
      (error: unknown) => {
        if (!isUnavailable(error)) throw error;
      },
    ),
  );
});

test('P757: a statement that waits for a frozen host fails as soon as another host has its place', async () => {
  const { pool, used, other } = await poolOnTwo();
  used.freeze();
  const startedAt = performance.now();
  const refused = await pool.query('select 1').catch((error: unknown) => error);
  expect(isUnavailable(refused)).toBe(true);
  // With one host alone, the connection would wait for 28 seconds.
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(await portOf(pool)).toBe(other.port);
});

test('P757: while no host accepts writes, connections are refused as unavailable, and then work again by themselves', async () => {
  const admin = new pg.Client(database().url);
  await admin.connect();
  onTestFinished(() => admin.end());
  const name = new URL(database().url).pathname.slice(1);
  const setReadOnly = (is: boolean) =>
    admin.query(`alter database ${name} set default_transaction_read_only = ${is ? 'on' : 'off'}`);
  const [one, two] = [await host(), await host()];
  const url = onPorts([one.port, two.port]);
  await setReadOnly(true);
  const pool = poolOn(url);
  const refused = await pool.connect().catch((error: unknown) => error);
  expect(refused).toMatchObject({ message: 'No host of the database takes writes now' });
  expect(isUnavailable(refused)).toBe(true);
  const primary = poolOn(onPorts([one.port, two.port], 'target_session_attrs=primary'));
  expect(await portOf(primary)).toBe(one.port);
  await setReadOnly(false);
  await until('a connection', () =>
    portOf(pool).then(
      (port) => port === one.port,
      () => false,
    ),
  );
});

test('P757: a process has one connection at each host to choose by, and none when its pool has ended', async () => {
  const [one, two] = [await host(), await host()];
  const pool = poolOn(onPorts([one.port, two.port]));
  const askers = async () => {
    const { rows } = await database().pool.query(
      `select count(*)::integer as n from pg_stat_activity
       where datname = current_database() and application_name like 'team-api host %'`,
    );
    return rows[0].n;
  };
  await Promise.all([portOf(pool), portOf(pool), portOf(pool)]);
  expect(await askers()).toBe(2);
  await pool.query('select 1');
  const ending = createPool(onPorts([one.port, two.port]), {
    max: 1,
    name: 'of hosts',
    log: createLogger('silent'),
  });
  await ending.query('select 1');
  expect(await askers()).toBe(4);
  await ending.end();
  await until('the connections to end', async () => (await askers()) === 2);
});

test('P757: with one host, a process has no connection to choose by', async () => {
  const pool = poolOn(onPorts([ownPort()]));
  expect(await portOf(pool)).toBe(ownPort());
  const { rows } = await pool.query(
    "select from pg_stat_activity where application_name like 'team-api host %' and datname = current_database()",
  );
  expect(rows).toEqual([]);
});

test('P757: a former primary that comes back takes no connection while the newest primary is away', async () => {
  const away = { unfit: new Error('It is away') };
  const standings = new Map<number, Standing>([
    [1, away],
    [2, { timeline: 2 }],
  ]);
  vi.spyOn(HostProbe.prototype, 'ask').mockImplementation(async function (this: HostProbe) {
    return standings.get(this.place.port) ?? away;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const urls: [string, string] = ['postgresql://127.0.0.1:1/team', 'postgresql://127.0.0.1:2/team'];
  const hosts = new Hosts({ hosts: urls, wants: 'writable' }, createLogger('silent'));
  const visitor = { leave: () => undefined };
  onTestFinished(() => hosts.left(visitor));
  expect(await hosts.choose(visitor)).toBe(1);
  standings.set(1, { timeline: 1 }).set(2, away);
  hosts.doubt(1);
  await expect(hosts.choose(visitor)).rejects.toThrow('No host of the database takes writes now');
  standings.set(1, { timeline: 3 });
  await until('the promoted host', () =>
    hosts
      .choose(visitor)
      .catch(() => undefined)
      .then((host) => host === 0),
  );
});
