import type { ForwardedAnswer } from './listen-lines.ts';
import type { Connection } from './listen-stream.ts';
import { readAnswer } from './read-answer.ts';

/** How many answers a request reports at most. */
const MOST_AT_ONCE = 100;
const TIMEOUT_MS = 10_000;
/** How long a failed report waits for its next try. */
const PAUSE_MS = 1_000;
/** The time limit of the last report: the person waits for the command line to end. */
const LAST_REPORT_MS = 3_000;
/** How many answers are remembered. An event that comes again is not forwarded again. */
const REMEMBERED = 500;

/** Tells the service what the receiver has answered. It sends several answers at once, and repeats a failed report. */
export class Reporter {
  readonly #connection: Connection;
  readonly #known = new Map<string, ForwardedAnswer>();
  #waiting: ForwardedAnswer[] = [];
  #running: Promise<void> | undefined;
  #listener = '';
  #stopped = false;
  #atOnce = MOST_AT_ONCE;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Begins with a new listener. Drops answers to events of the former listener: the new listener has not got them. */
  begin(listener: string): void {
    if (this.#listener === listener) return;
    this.#listener = listener;
    this.#waiting = [];
  }

  /** The earlier answer to this event, if it was forwarded before. */
  answerTo(eventId: string): ForwardedAnswer | undefined {
    return this.#known.get(eventId);
  }

  add(answer: ForwardedAnswer): void {
    this.#known.set(answer.event_id, answer);
    const [oldest] = this.#known.keys();
    if (this.#known.size > REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
    this.#waiting.push(answer);
    this.#running ??= this.#run();
  }

  /** Reports the remaining answers, and that the person has stopped the command line. */
  async end(): Promise<void> {
    this.#stopped = true;
    if (this.#listener === '') return;
    await this.#running;
    const answers = this.#waiting.splice(0, MOST_AT_ONCE);
    await this.#post({ answers, end: true }, LAST_REPORT_MS).catch(() => undefined);
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#stopped) {
      const answers = this.#waiting.slice(0, this.#atOnce);
      const listener = this.#listener;
      const isDone = await this.#report(answers).catch(() => false);
      if (isDone && listener === this.#listener) this.#waiting.splice(0, answers.length);
      if (!isDone && !this.#stopped) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    this.#running = undefined;
  }

  /**
   * Returns false if a later try may succeed. If the service refuses several answers together, each is reported alone, so
   * that one wrong answer does not keep the others out.
   */
  async #report(answers: ForwardedAnswer[]): Promise<boolean> {
    const status = await this.#post({ answers }, TIMEOUT_MS);
    const isRefused = status === 400 || status === 422;
    this.#atOnce = isRefused ? 1 : MOST_AT_ONCE;
    if (isRefused && answers.length > 1) return false;
    return status < 500 && status !== 429;
  }

  async #post(
    report: { answers: ForwardedAnswer[]; end?: true },
    timeoutMs: number,
  ): Promise<number> {
    const { server, token } = this.#connection;
    const response = await fetch(`${server}/command-line/answers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ listener: this.#listener, ...report }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    await readAnswer(response);
    return response.status;
  }
}
