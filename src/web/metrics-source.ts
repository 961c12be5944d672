import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, register } from 'prom-client';

type MetricsText = { contentType: string; body: string };
/** A request for the metrics of a process, or with `answer` the reply. */
type MetricsMessage = { type: 'metrics'; id: number; answer?: string };
/** Calls `failed` if the message cannot be written, because its reader may die at any moment. */
type Send = (message: MetricsMessage, failed: () => void) => void;

/**
 * The time for the answer of a process. The primary has more time, because it waits for all processes.
 */
const ONE_LIMIT_MS = 5_000;
const ALL_LIMIT_MS = 6_000;
const pending = new Map<number, (answer: string) => void>();
let lastId = 0;
let running: Promise<MetricsText> | undefined;

/** The text of `/metrics`. It needs no key and has no limit, so it is collected once at a time. */
export function metricsText(): Promise<MetricsText> {
  running ??= collect().finally(() => {
    running = undefined;
  });
  return running;
}

/** If there are several API processes, each answers for all of them. */
async function collect(): Promise<MetricsText> {
  const body = cluster.isWorker ? await ask(toPrimary, ALL_LIMIT_MS) : await register.metrics();
  return { contentType: register.contentType, body };
}

/** Called once in the primary process. Only it can reach each API process. */
export function serveMetricsToProcesses(): void {
  cluster.on('message', (worker, message: unknown) => {
    const send: Send = (own, failed) => sendTo(worker, own, failed);
    receive(message, { send, numbers: numbersOfAll });
  });
}

// The primary may ask for the numbers as soon as the process has started.
if (cluster.isWorker) {
  process.on('message', (message) => receive(message, { send: toPrimary, numbers: ownNumbers }));
}

/** Includes the primary's own numbers: in `npm start` the primary is the worker. */
async function numbersOfAll(): Promise<string> {
  const workers = Object.values(cluster.workers ?? {}).filter((one) => one !== undefined);
  const processes = workers.filter((one) => one.isConnected());
  const answers = await Promise.all([
    ownNumbers(),
    ...processes.map((one) => ask((message, failed) => sendTo(one, message, failed), ONE_LIMIT_MS)),
  ]);
  // If a process ends while it is asked, an empty answer is better than a part of the numbers.
  if (answers.includes('')) return '';
  const parts = answers.map((answer) => JSON.parse(answer) as object);
  return AggregatorRegistry.aggregate(parts).metrics();
}

async function ownNumbers(): Promise<string> {
  return JSON.stringify(await register.getMetricsAsJSON());
}

function ask(send: Send, limitMs: number): Promise<string> {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    const late = setTimeout(() => settle(''), limitMs);
    const settle = (answer: string) => {
      clearTimeout(late);
      pending.delete(id);
      resolve(answer);
    };
    pending.set(id, settle);
    send({ type: 'metrics', id }, () => settle(''));
  });
}

// Without a callback, a message that cannot be written would be an uncaught error.
function sendTo(worker: Worker, message: MetricsMessage, failed: () => void): void {
  if (!worker.isConnected()) failed();
  else worker.send(message, (error) => error && failed());
}

function toPrimary(message: MetricsMessage, failed: () => void): void {
  process.send?.(message, undefined, undefined, (error) => error && failed());
}

type Receiver = { send: Send; numbers: () => Promise<string> };

function receive(message: unknown, { send, numbers }: Receiver): void {
  if (!isMetricsMessage(message)) return;
  const { id, answer } = message;
  if (answer !== undefined) {
    pending.get(id)?.(answer);
    return;
  }
  const reply = (own: string) => send({ type: 'metrics', id, answer: own }, () => undefined);
  numbers().then(reply, () => reply(''));
}

function isMetricsMessage(message: unknown): message is MetricsMessage {
  return (
    typeof message === 'object' &&
    message !== null &&
    'type' in message &&
    message.type === 'metrics'
  );
}
