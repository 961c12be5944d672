import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Pool } from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { createPool } from '../../src/db/pool.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { Outgoing } from '../../src/shared/process/outgoing.ts';
import { type Api, createApi } from '../../src/web/server.ts';
import type { TestApi } from './api.ts';

type OwnServer = { server: Api['server']; port: number; pool: Pool };

/**
 * A second API on the database of `base`, for a file that changes limits of the Node server. Node looks for slow clients
 * every `checkMs`.
 */
export function useOwnServer(base: () => TestApi, checkMs?: number): () => OwnServer {
  let own: OwnServer | undefined;
  let end = async () => {};

  beforeAll(async () => {
    const log = createLogger('silent');
    const { url } = base().database;
    const pool = createPool(url, { max: 10, name: 'own server', log });
    const config = loadConfig({
      DATABASE_URL: url,
      ENCRYPTION_KEY: '00'.repeat(32),
    });
    const outgoing = Outgoing.opened();
    const api = createApi({
      pool,
      databaseUrl: url,
      logPool: pool,
      config,
      outgoing,
      clock: base().clock,
      log,
    });
    end = async () => {
      await api.drain();
      await pool.end();
    };
    if (checkMs !== undefined) Object.assign(api.server, { connectionsCheckingInterval: checkMs });
    api.server.listen(0, '127.0.0.1');
    await once(api.server, 'listening');
    api.markReady();
    own = { server: api.server, port: (api.server.address() as AddressInfo).port, pool };
  });
  afterAll(() => end());

  return () => {
    if (!own) throw new Error('The server starts before the tests of this file.');
    return own;
  };
}
