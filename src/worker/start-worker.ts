import type pg from 'pg';
import type { Config } from '../config.ts';
import { type CrmReach, crmReach } from '../crm/crm-reach.ts';
import { createPool } from '../db/pool.ts';
import { loadPrisma } from '../db/prisma/prisma-loan.ts';
import { loadHttp } from '../egress/load-http.ts';
import { systemResolver } from '../egress/resolver.ts';
import { UrlGuard } from '../egress/url-guard.ts';
import { WebhookClient } from '../egress/webhook-client.ts';
import { linkSeal } from '../features/mail/seal-link.ts';
import { loadOnce } from '../shared/load/load-once.ts';
import type { Logger } from '../shared/process/log.ts';
import type { Outgoing } from '../shared/process/outgoing.ts';
import { connectionName } from '../shared/process/own-release.ts';
import { deriveKey } from '../shared/secrets/seal.ts';
import type { Clock } from '../shared/time/clock.ts';
import { leaseMs } from '../shared/time/lease.ts';
import { startKeepingSums } from './analytics/keep-all-sums.ts';
import { revokeTasks } from './crm/revoke-tasks.ts';
import { loadObjections, startSynchronizing } from './crm/start-synchronizing.ts';
import { startTelling } from './crm/tell-of-connections.ts';
import { BulkRetryLoop } from './delivery/bulk-retry-loop.ts';
import { DeliveryLoop } from './delivery/delivery-loop.ts';
import { DeliverySender } from './delivery/delivery-sender.ts';
import { watchDeliveryLoop } from './delivery/metrics.ts';
import { PracticeReceiver } from './delivery/practice-receiver.ts';
import { Recorder } from './delivery/recorder.ts';
import { startSweeper } from './delivery/sweeper.ts';
import { erasureTasks } from './erasure/erasure-tasks.ts';
import { startPlacing } from './feed/place-events.ts';
import { startOnlineMigrations } from './housekeeping/online-migrations.ts';
import { startHousekeeping } from './housekeeping/start-housekeeping.ts';
import { mailTasks } from './mail/mail-tasks.ts';
import { type Mailer, openMailer } from './mail/mailer.ts';
import { defineTask, type Queue, runQueue, type Tasks } from './queue/run-queue.ts';
import { RunnerPresence } from './queue/runner-presence.ts';
import { sandboxTasks } from './sandboxes/sandbox-tasks.ts';

export type Worker = {
  /** True if the queue runs. The sweep for deliveries does not need the queue. */
  readonly isRunning: boolean;
  stop(): Promise<void>;
};

type Deps = {
  config: Config;
  databaseUrl: string;
  pool: pg.Pool;
  outgoing: Outgoing;
  clock: Clock;
  log: Logger;
};

/** The tasks that send. While this process may send nothing, their jobs wait in the queue. */
const sendingTasks = new Set(['mail.send', 'crm.revoke']);

/**
 * The time that a stopping worker has to record its last attempts. Another worker repeats the
 * attempts that take longer.
 */
const RECORD_MS = 5_000;
const MAX_STOP_MS = 20_000;

export function createWorkerPool(
  databaseUrl: string,
  log: Logger,
  config: Partial<Pick<Config, 'databasePlans'>> = {},
): pg.Pool {
  return createPool(databaseUrl, {
    max: 8,
    name: connectionName('worker'),
    log,
    plans: config.databasePlans,
    byIndex: true,
  });
}

/** Loads what a job would otherwise load. */
export const loadJobs = loadOnce(() => Promise.all([loadObjections(), loadHttp(), loadPrisma()]));

/**
 * Starts all work outside requests: deliveries, mails, housekeeping, sums. Any number of workers
 * may run.
 */
export async function startWorker(deps: Deps): Promise<Worker> {
  const { config, databaseUrl, pool, outgoing, clock, log } = deps;
  const guard = new UrlGuard({
    resolver: systemResolver(),
    allowed: config.webhookAllowNetworks,
  });
  const crm = crmReach(config, guard, { outgoing });
  const { loop, client, practice } = makeDeliveryLoop(deps, guard);
  watchDeliveryLoop(loop);
  const bulkRetries = new BulkRetryLoop({ pool, loop, log });
  const { smtpUrl, mailFrom } = config;
  const mailer = smtpUrl ? openMailer({ outgoing, smtpUrl, mailFrom }) : null;
  const presence = new RunnerPresence(databaseUrl, log);
  const queues = await startQueues(deps, presence, {
    wakeUps: wakeTasks({ loop, bulkRetries, outgoing }),
    crm,
    mailer,
  });
  const sweeper = startSweeper({
    pool,
    loop,
    bulkRetries,
    outgoing,
    pauseAfterMs: config.webhookPauseAfterMs,
    log,
  });
  const housekeeping = startHousekeeping({ pool, clock, log, links: linkSeal(config) });
  const keepingSums = startKeepingSums({ pool, clock, log });
  const telling = startTelling({ pool, outgoing, log });
  const placing = startPlacing({ pool, clock, log });
  const onlineMigrations = startOnlineMigrations({ databaseUrl, log });
  const synchronizing = startSynchronizing({ config, databaseUrl, pool, guard, outgoing, log });
  return {
    get isRunning() {
      return queues.isRunning;
    },
    async stop() {
      await Promise.all([
        // All parts stop at the same time. The loop is called first, so that other workers get the deliveries at once
        // that this worker has not started.
        loop.stop(Math.min(config.webhookTimeoutMs + RECORD_MS, MAX_STOP_MS)),
        sweeper.stop(),
        synchronizing.stop(),
        bulkRetries.stop(),
        queues.stop(),
        housekeeping.stop(),
        keepingSums.stop(),
        telling.stop(),
        placing.stop(),
        onlineMigrations.stop(),
      ]);
      // Running requests are abandoned here, so the stop does not wait for them.
      void client.close();
      void practice.close();
      void crm.close();
      mailer?.close();
      await presence.stop();
    },
  };
}

type Woken = { loop: DeliveryLoop; bulkRetries: BulkRetryLoop; outgoing: Outgoing };

/**
 * These jobs only say which endpoints and retries to look at. The rows of webhook_pending and of the retries say what
 * is due. So a job that is lost, late or doubled does no harm.
 */
function wakeTasks({ loop, bulkRetries, outgoing }: Woken): Tasks {
  return {
    ...defineTask('webhook.deliver', async ({ tenant, endpoints, urgent }) => {
      if (!outgoing.isOpen) return;
      const [endpointId = ''] = endpoints;
      await loop.wake({
        endpoints: endpoints.map((id) => ({ endpointId: id, tenantId: tenant })),
        urgent: (urgent ?? []).map((id) => ({ id, endpointId, tenantId: tenant })),
      });
    }),
    ...defineTask('webhook.retry_all', async () => {
      if (outgoing.isOpen) bulkRetries.wake();
    }),
  };
}

type Reach = { wakeUps: Tasks; mailer: Mailer | null; crm: CrmReach };

/**
 * Starts the queues. If this process may send nothing yet, they leave the jobs that send, and start anew with these
 * when it may.
 */
async function startQueues(deps: Deps, presence: RunnerPresence, reach: Reach): Promise<Queue> {
  const { outgoing, log } = deps;
  const start = (isOpen: boolean) =>
    runQueues(deps, presence, {
      reach,
      only: (name) => isOpen || !sendingTasks.has(name),
    });
  const wasOpen = outgoing.isOpen;
  let queues = await start(wasOpen);
  let changing: Promise<unknown> = Promise.resolve();
  let isStopping = false;
  const stopAll = () => Promise.all(queues.map((queue) => queue.stop()));
  if (!wasOpen) {
    void outgoing.opened.then(() => {
      if (isStopping) return;
      changing = stopAll()
        .then(() => start(true))
        .then((all) => {
          queues = all;
        })
        .catch((err: unknown) => log.error({ err }, 'the queues could not start again'));
    });
  }
  return {
    get isRunning() {
      return queues.every(({ isRunning }) => isRunning);
    },
    async stop() {
      isStopping = true;
      await changing;
      await stopAll();
    },
  };
}

/** There are three queues, so that a slow mail server delays no deliveries, and erasures delay no mails. */
function runQueues(
  { config, databaseUrl, pool, clock, log }: Deps,
  presence: RunnerPresence,
  { reach, only }: { reach: Reach; only: (name: string) => boolean },
): Promise<Queue[]> {
  const { wakeUps, mailer, crm } = reach;
  const queue = { databaseUrl, presence, log };
  const links = linkSeal(config);
  const sealKey = deriveKey(config.encryptionKey, 'idempotency');
  const last = {
    ...erasureTasks({ pool, clock, log, sealKey }),
    ...revokeTasks({ pool, crm, log }),
    ...sandboxTasks({ pool, clock, keys: sandboxKeys(config) }),
  };
  const chosen = (tasks: Tasks): Tasks =>
    Object.fromEntries(Object.entries(tasks).filter(([name]) => only(name)));
  const ofMails = mailTasks({ pool, clock, mailer, links });
  return Promise.all([
    runQueue({ ...queue, tasks: wakeUps, concurrency: 4, ahead: 500 }),
    runQueue({ ...queue, tasks: chosen(ofMails), concurrency: 4 }),
    // Two jobs at a time: so a long erasure holds up no sandbox, and a sandbox no erasure. A further queue would poll
    // for jobs that come once a day.
    runQueue({ ...queue, tasks: chosen(last), concurrency: 2 }),
  ]);
}

/** The key that encrypts the secrets of webhook endpoints. */
const webhookKey = ({ encryptionKey }: Config) => deriveKey(encryptionKey, 'webhook-secret');

const sandboxKeys = (config: Config) => ({
  webhooks: webhookKey(config),
  crm: deriveKey(config.encryptionKey, 'crm'),
});

function makeDeliveryLoop({ config, pool, outgoing, log }: Deps, guard: UrlGuard) {
  const practice = new PracticeReceiver({ pool, secretKey: webhookKey(config), log });
  const client = new WebhookClient({
    outgoing,
    practice,
    guard,
    timeoutMs: config.webhookTimeoutMs,
    ca: config.webhookCa,
    proxyUrl: config.egressProxyUrl,
  });
  const loop = new DeliveryLoop({
    pool,
    sender: new DeliverySender({
      client,
      secretKey: webhookKey(config),
    }),
    recorder: new Recorder({ pool, retryDelaysMs: config.webhookRetryDelaysMs, log }),
    leaseMs: leaseMs(config.webhookTimeoutMs),
    timeoutMs: config.webhookTimeoutMs,
    log,
  });
  return { loop, client, practice };
}
