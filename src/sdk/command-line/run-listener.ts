import { forwardEvent } from './forward-event.ts';
import type { EventLine, ListeningLine, StreamLine } from './listen-lines.ts';
import { type Connection, Refused, readStream } from './listen-stream.ts';
import { Reporter } from './report-answers.ts';
import {
  adviceOn,
  eventLine,
  missedLines,
  type Paint,
  type Say,
  startLines,
} from './say-listening.ts';

export type ListenOptions = Connection & {
  target: URL;
  events: string | undefined;
  say: Say;
  paint: Paint;
  /** Ends the command, as Ctrl-C does. */
  signal: AbortSignal;
};

const PAUSES_S = [1, 2, 4, 8, 15];
const KEEP_ALIVE_S = 10;

/** A reason after which another connection would end in the same way. */
class Over extends Error {
  override name = 'Over';
}

/** Takes events and forwards them until it is stopped. */
export class Listening {
  readonly #options: ListenOptions;
  readonly #reporter: Reporter;
  #listener: string | undefined;
  #keepAliveS = KEEP_ALIVE_S;
  #failures = 0;
  #forwarded = 0;
  #succeeded = 0;
  #lastAdvice: string | undefined;

  constructor(options: ListenOptions) {
    this.#options = options;
    this.#reporter = new Reporter(options);
  }

  /** The exit code. */
  async run(): Promise<number> {
    const { say, signal } = this.#options;
    let over: Over | undefined;
    while (!over && !signal.aborted) {
      try {
        await this.#listenOnce();
      } catch (error) {
        if (error instanceof Over) over = error;
        else if (!signal.aborted) await this.#pause(error);
      }
    }
    await this.#reporter.end();
    if (over) say(over.message);
    say(this.#summary());
    return over ? 1 : 130;
  }

  async #listenOnce(): Promise<void> {
    const { events, signal } = this.#options;
    const wish = { events, listener: this.#listener, keepAliveS: this.#keepAliveS };
    let gotLine = false;
    try {
      for await (const line of readStream(this.#options, wish, signal)) {
        gotLine = true;
        await this.#take(line);
      }
    } catch (error) {
      // A proxy may have cut the connection because nothing went over it for long enough.
      if (gotLine && !(error instanceof Refused)) {
        this.#keepAliveS = Math.max(1, Math.floor(this.#keepAliveS / 3));
      }
      throw error instanceof Refused ? overOf(error) : error;
    }
  }

  async #take(line: StreamLine): Promise<void> {
    switch (line.type) {
      case 'listening':
        return this.#begin(line);
      case 'event':
        return this.#forward(line);
      case 'alive':
        return;
      case 'end':
        throw endOf(line.reason);
    }
  }

  #begin(line: ListeningLine): void {
    const { say, paint, target, server } = this.#options;
    const isFirst = this.#listener === undefined;
    this.#listener = line.listener;
    this.#reporter.begin(line.listener);
    if (isFirst || !line.resumed) {
      for (const text of startLines(line, { target, paint })) say(text);
    } else if (this.#failures > 0) say(paint('Connected again. No event is lost.', 'dim'));
    if (line.missed)
      for (const text of missedLines(line.missed, server)) say(paint(text, 'yellow'));
    this.#failures = 0;
  }

  async #forward(event: EventLine): Promise<void> {
    const { target, say, paint, signal } = this.#options;
    const known = event.again && this.#reporter.answerTo(event.id);
    if (known) return this.#reporter.add(known);
    const answer = await forwardEvent(target, event, signal);
    if (signal.aborted && answer.status === null) return;
    this.#forwarded += 1;
    if (answer.status !== null && answer.status >= 200 && answer.status < 300) this.#succeeded += 1;
    say(eventLine(event, answer, paint));
    const advice = adviceOn(answer, target);
    // Said once, until something else happens.
    if (advice && advice !== this.#lastAdvice) say(paint(`          ${advice}`, 'yellow'));
    this.#lastAdvice = advice;
    this.#reporter.add(answer);
  }

  async #pause(error: unknown): Promise<void> {
    const { say, paint, server, signal } = this.#options;
    const bound = PAUSES_S[Math.min(this.#failures, PAUSES_S.length - 1)] ?? 15;
    const seconds = Math.max(bound, (error instanceof Refused && error.retryAfter) || 0);
    if (this.#failures === 0) {
      const why = reasonOf(error);
      const host = new URL(server).host;
      say(
        paint(
          `No connection to ${host}${why}. Trying again every 1 to 15 seconds, until you stop with Ctrl-C.`,
          'yellow',
        ),
      );
    }
    this.#failures += 1;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, seconds * 1_000);
      signal.addEventListener('abort', done);
    });
  }

  #summary(): string {
    const events = this.#forwarded === 1 ? '1 event' : `${this.#forwarded} events`;
    return `Stopped. ${events} forwarded, ${this.#succeeded} answered with 2xx.`;
  }
}

/** In a few words, or nothing. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error) || !error.message) return '';
  return error.message === 'aborted' ? ' (it was cut)' : ` (${error.message})`;
}

/** What another attempt would not change. 429 and 5xx may pass. */
function overOf(refused: Refused): Error {
  const { status, message } = refused;
  if (status === 401) return new Over('Your login has ended. Log in again: team-api login');
  if (status === 429 || status >= 500) return refused;
  return new Over(message || `The service refuses (${status}).`);
}

function endOf(reason: string): Error {
  if (reason === 'token') {
    return new Over(
      'The service has ended this login: it was ended in the app, its eight hours are over, or you may not do this any more.',
    );
  }
  if (reason === 'replaced') {
    return new Over('This command line was ended in favour of another one of the team.');
  }
  return new Error(reason === 'stopping' ? 'the service restarts' : 'the service is not available');
}
