import cluster from 'node:cluster';
import { AggregatorRegistry, register } from 'prom-client';

type MetricsText = { contentType: string; body: string };
type MetricsMessage = { type: 'metrics'; id: number; body?: string };

const ANSWER_LIMIT_MS = 6_000;
// In a process of several it also answers the primary's question for its own numbers.
const all = new AggregatorRegistry();
const asked = new Map<number, (body: string) => void>();
let lastId = 0;

/** What `/metrics` says: of several API processes any may be asked, and answers for all of them. */
export async function metricsText(): Promise<MetricsText> {
  const body = cluster.isWorker ? await askPrimary() : await register.metrics();
  return { contentType: register.contentType, body };
}

/** Called once in the primary process, which alone can reach every API process. */
export function serveMetricsToProcesses(): void {
  cluster.on('message', (worker, message: unknown) => {
    if (!isMetricsMessage(message)) return;
    const answer = (body: string) => {
      if (worker.isConnected()) worker.send({ type: 'metrics', id: message.id, body });
    };
    // A process that ends while it is asked: no numbers are better than half of them.
    all.clusterMetrics().then(answer, () => answer(''));
  });
}

function askPrimary(): Promise<string> {
  if (lastId === 0) process.on('message', receive);
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    const late = setTimeout(() => settle(''), ANSWER_LIMIT_MS);
    const settle = (body: string) => {
      clearTimeout(late);
      asked.delete(id);
      resolve(body);
    };
    asked.set(id, settle);
    process.send?.({ type: 'metrics', id });
  });
}

function receive(message: unknown): void {
  if (isMetricsMessage(message)) asked.get(message.id)?.(message.body ?? '');
}

function isMetricsMessage(message: unknown): message is MetricsMessage {
  return (
    typeof message === 'object' &&
    message !== null &&
    'type' in message &&
    message.type === 'metrics'
  );
}
