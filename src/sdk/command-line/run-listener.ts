import { Failure, wrongUse } from './failure.ts';
import { forwardEvent } from './forward-event.ts';
import type { EventLine, ListeningLine, StreamLine } from './listen-lines.ts';
import { type Connection, Refused, readStream } from './listen-stream.ts';
import { pause } from './pause.ts';
import { Reporter } from './report-answers.ts';
import { adviceOn, eventLine, missedLines, startLines } from './say-listening.ts';
import type { Terminal } from './terminal.ts';

export type ListenOptions = Connection & {
  target: URL;
  events: string | undefined;
  terminal: Terminal;
  /** The words with which a person starts this program. */
  program: string;
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
};

const PAUSES_S = [1, 2, 4, 8, 15];
/** The longest pause, whatever the service says. */
const LONGEST_PAUSE_S = 300;
const KEEP_ALIVE_S = 10;
/** The exit code that shells give to a program that Ctrl-C has ended. */
const INTERRUPTED = 130;

/** The service has ended the connection, and has said why. */
class SaidEnd extends Error {
  override name = 'SaidEnd';
}

/** Receives events and forwards them until it is stopped. */
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
    const { terminal, signal } = this.#options;
    let over: Failure | undefined;
    while (!over && !signal.aborted) {
      try {
        await this.#listenOnce();
      } catch (error) {
        if (error instanceof Failure) over = error;
        else if (!signal.aborted) await this.#pause(error);
      }
    }
    await this.#reporter.end();
    if (this.#listener !== undefined) terminal.say(this.#summary());
    if (over) throw over;
    return INTERRUPTED;
  }

  async #listenOnce(): Promise<void> {
    const { events, signal } = this.#options;
    const options = { events, listener: this.#listener, keepAliveS: this.#keepAliveS };
    let gotLine = false;
    try {
      for await (const line of readStream(this.#options, options, signal)) {
        gotLine = true;
        await this.#take(line);
      }
    } catch (error) {
      // A proxy may have cut the connection because it was idle for too long.
      if (gotLine && !(error instanceof SaidEnd)) {
        this.#keepAliveS = Math.max(1, Math.floor(this.#keepAliveS / 3));
      }
      throw error instanceof Refused ? this.#overOf(error) : error;
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
        throw this.#endOf(line.reason);
    }
  }

  #begin(line: ListeningLine): void {
    const { terminal, target, server } = this.#options;
    const { paint, paintNote } = terminal;
    const isFirst = this.#listener === undefined;
    this.#listener = line.listener;
    this.#reporter.begin(line.listener);
    if (isFirst || !line.resumed) {
      for (const text of startLines(line, { target, paint })) terminal.say(text);
    } else if (this.#failures > 0) {
      terminal.note(paintNote('Connected again. No event is lost.', 'dim'));
    }
    for (const text of line.missed ? missedLines(line.missed, server) : []) {
      terminal.note(paintNote(text, 'yellow'));
    }
    this.#failures = 0;
  }

  async #forward(event: EventLine): Promise<void> {
    const { target, terminal, signal } = this.#options;
    const known = event.again && this.#reporter.answerTo(event.id);
    if (known) return this.#reporter.add(known);
    const answer = await forwardEvent(target, event, signal);
    if (signal.aborted && answer.status === null) return;
    this.#forwarded += 1;
    if (answer.status !== null && answer.status >= 200 && answer.status < 300) this.#succeeded += 1;
    terminal.say(eventLine(event, answer, terminal.paint));
    const advice = adviceOn(answer, target);
    // The same advice is not repeated until something else happens.
    if (advice && advice !== this.#lastAdvice) {
      terminal.note(terminal.paintNote(`          ${advice}`, 'yellow'));
    }
    this.#lastAdvice = advice;
    this.#reporter.add(answer);
  }

  async #pause(error: unknown): Promise<void> {
    const { terminal, server, signal } = this.#options;
    const bound = PAUSES_S[Math.min(this.#failures, PAUSES_S.length - 1)] ?? 15;
    const askedS = (error instanceof Refused && error.retryAfter) || 0;
    const seconds = Math.min(Math.max(bound, askedS), LONGEST_PAUSE_S);
    if (this.#failures === 0) {
      const why = reasonOf(error);
      const host = new URL(server).host;
      terminal.note(
        terminal.paintNote(
          `No connection to ${host}${why}. Trying again every 1 to 15 seconds, until you stop with Ctrl-C.`,
          'yellow',
        ),
      );
    }
    this.#failures += 1;
    await pause(seconds * 1_000, signal).catch(() => undefined);
  }

  /** The error for a refusal that a further try cannot change. 429 and 5xx may pass. */
  #overOf(refused: Refused): Error {
    const { status, message } = refused;
    if (status === 429 || status >= 500) return refused;
    if (status === 401) return this.#loginOver('Your login has ended.');
    const [, index, types] = /^events(?:\.(\d+))?: One of: (.+)$/.exec(message) ?? [];
    if (types) {
      const wrong = this.#options.events?.split(',')[Number(index ?? 0)]?.trim();
      return wrongUse(`There is no event ${wrong}.`, `--events takes ${types}`);
    }
    return new Failure(message || `The service refuses (HTTP ${status}).`);
  }

  #endOf(reason: string): Error {
    switch (reason) {
      case 'token':
        return this.#loginOver('The service has ended your login.');
      case 'replaced':
        return new Failure('This command line was ended: another one of the team has its place.');
      case 'stopping':
        return new SaidEnd('the service restarts');
      default:
        return new SaidEnd('the service is not available');
    }
  }

  #loginOver(message: string): Failure {
    const { program } = this.#options;
    return new Failure(
      message,
      `It ends after eight hours, in the app, with a new password, or with your right. Log in again:\n  ${program} login`,
    );
  }

  #summary(): string {
    const events = this.#forwarded === 1 ? '1 event' : `${this.#forwarded} events`;
    return `Stopped. ${events} forwarded, ${this.#succeeded} answered with 2xx.`;
  }
}

/** The reason in a few words. Empty if the error contains none. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error) || !error.message) return '';
  return error.message === 'aborted' ? ' (it was cut)' : ` (${error.message})`;
}
