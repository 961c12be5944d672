import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Config } from '../config.ts';
import type { Logger } from '../shared/process/log.ts';
import { answerSite, probeAnswer } from '../web/site.ts';
import type { Stop } from './life.ts';
import { listenError } from './listen-error.ts';

type SiteOptions = {
  config: Pick<Config, 'host' | 'workerPort'>;
  log: Logger;
  /** The reason why the worker is not ready. Null if it is. */
  notReady: () => Promise<string | null>;
};

/** How long a running request may still take while the worker ends. */
const END_LIMIT_MS = 2_000;

/** `/healthz`, `/readyz` and `/metrics` of a worker, if WORKER_PORT is set. */
export async function serveWorkerSite({ config, log, notReady }: SiteOptions): Promise<Stop> {
  const { host, workerPort: port } = config;
  if (port === undefined) return async () => undefined;
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/' } = req;
    const [path = '/'] = url.split('?');
    if (await answerSite({ method, path, res }, (own) => probeAnswer(own, { notReady }))) return;
    res.writeHead(404).end();
  };
  const server = createServer((req, res) => {
    // If the connection becomes free after the end has begun, it is closed.
    res.once('finish', () => {
      if (!server.listening) server.closeIdleConnections();
    });
    answer(req, res).catch((err: unknown) => {
      log.error({ err }, 'an answer could not be written');
      res.destroy();
    });
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw listenError(error, { host, port, variable: 'WORKER_PORT' });
  }
  log.info({ host, port }, 'listening');
  return async () => {
    const closed = once(server, 'close');
    server.close();
    const late = setTimeout(() => server.closeAllConnections(), END_LIMIT_MS);
    await closed;
    clearTimeout(late);
  };
}
