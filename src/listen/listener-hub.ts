import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Gauge } from 'prom-client';
import type { TeamSlots } from '../db/team-slots.ts';
import { COMMAND_LINES } from '../shared/load/share-holder.ts';
import type { Logger } from '../shared/process/log.ts';
import type { Callers } from '../trpc/callers.ts';
import { type ClaimedEvent, claimEvents, noteSeen } from './claim-events.ts';
import type { EndReason, ListenerStream } from './listener-stream.ts';

const PAUSE_MS = 300;
/** If a token is no longer valid, its stream ends within this time, even if nothing happens. */
const CHECK_MS = 2_000;

const gauge = new Gauge({
  name: 'command_line_listeners',
  help: 'Command lines that are connected to this process and take the events of their team.',
});

type Deps = { pool: pg.Pool; slots: TeamSlots; log: Logger; callers: Callers };

/**
 * All command lines that listen at this process. While there are any, one statement asks for the events of
 * all of them, three times a second. A notification by the database would need a further connection in each
 * API process, and a statement for each event.
 */
export class ListenerHub {
  readonly #deps: Deps;
  readonly #streams = new Set<ListenerStream>();
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get size(): number {
    return this.#streams.size;
  }

  get isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  add(stream: ListenerStream): void {
    for (const other of this.#streams) {
      if (other.asking.id === stream.asking.id) other.end('replaced');
    }
    this.#streams.add(stream);
    gauge.set(this.#streams.size);
    this.#running ??= this.#run();
  }

  remove(stream: ListenerStream): void {
    this.#streams.delete(stream);
    gauge.set(this.#streams.size);
  }

  /**
   * Ends all streams. The command lines then connect to another process, or to this one after its next start.
   */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#endAll('stopping');
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (this.#streams.size > 0 && !signal.aborted) {
      try {
        await this.#round();
      } catch (err) {
        this.#deps.log.warn({ err }, 'events for command lines could not be read');
        // Some events may be claimed for a connection and not sent over it. They come again over the next
        // connection.
        this.#endAll('unavailable');
      }
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
    this.#running = undefined;
  }

  async #round(): Promise<void> {
    const ready = [...this.#streams].filter((stream) => stream.hasRoom);
    if (ready.length === 0) return;
    const events = await claimEvents(
      this.#deps.pool,
      ready.map(({ asking }) => asking),
    );
    const eventsOf = Map.groupBy(events, ({ listenerId }) => listenerId);
    const due = ready.filter(
      (stream) =>
        eventsOf.has(stream.asking.id) ||
        stream.needsKeepAlive ||
        performance.now() - stream.checkedAt >= CHECK_MS,
    );
    if (due.length === 0) return;
    const allowed = await this.#stillAllowed(due);
    for (const stream of allowed) this.#sendTo(stream, eventsOf.get(stream.asking.id) ?? []);
  }

  #sendTo(stream: ListenerStream, events: readonly ClaimedEvent[]): void {
    for (const event of events) stream.send(event);
    if (stream.needsKeepAlive) stream.keepAlive();
  }

  /** Reads the tokens again, before each batch of events and before each line without an event. */
  async #stillAllowed(due: readonly ListenerStream[]): Promise<ListenerStream[]> {
    const newest = await noteSeen(
      this.#deps.pool,
      due.map(({ asking }) => asking),
    );
    const checked = await Promise.all(
      due.map(async (stream) => {
        const isNewest = newest.has(stream.asking.id);
        const reason = (await this.#reasonToEnd(stream)) ?? (isNewest ? null : 'replaced');
        if (reason === null) return stream;
        stream.end(reason);
        return undefined;
      }),
    );
    return checked.filter((stream) => stream !== undefined);
  }

  async #reasonToEnd(stream: ListenerStream): Promise<EndReason | null> {
    const { pool, slots, callers, log } = this.#deps;
    const shown = { commandLine: stream.token, ip: null };
    try {
      const actor = await callers.readCommandLine(slots.withSlots(COMMAND_LINES, pool), shown);
      stream.checkedAt = performance.now();
      if (actor) stream.privacy = actor.privacy;
      return actor?.tenantId === stream.tenantId ? null : 'token';
    } catch (err) {
      log.warn({ err }, 'events for command lines could not be read');
      return 'unavailable';
    }
  }

  #endAll(reason: EndReason): void {
    for (const stream of this.#streams) stream.end(reason);
  }
}
