import { type Answer, attempt, type Prepared } from './attempt.ts';
import { type ErrorClasses, errorOf, isReplay, TeamApiError } from './errors.ts';
import { tell } from './log.ts';
import { type ClientOptions, type PostOptions, settingsOf } from './options.ts';
import { type Ended, Pace, spread } from './pace.ts';
import { addressOf, baseOf, type Call, idempotencyKeyOf, keyOf, pathIn } from './prepare.ts';
import { type Past, retryDelay } from './retry-delay.ts';
import { sleep } from './sleep.ts';

/** The facts that the generated part of the package passes on. */
export type Known = { basePath: string; agent: string; errors: ErrorClasses };

/** How a try ended. */
type Outcome = { ms: number } & (
  | { answer: Answer; error?: undefined }
  | { answer?: Answer; error: TeamApiError }
);

/** Sends the calls of a client. Only this object knows the key. */
export class Sender {
  readonly #options: ClientOptions;
  readonly #known: Known;
  readonly #base: string;
  readonly #key: string;
  readonly #leave: number;
  readonly #pace: Pace | undefined;

  constructor(options: ClientOptions, known: Known) {
    const { pace, url, key } = options;
    this.#options = options;
    this.#known = known;
    this.#base = baseOf(url, known.basePath);
    this.#key = keyOf(key);
    this.#leave = typeof pace === 'object' ? pace.leave : 0;
    if (pace) this.#pace = new Pace(this.#leave);
  }

  /** How many milliseconds should lie between this answer's request and the next, so that the limit is never reached. */
  spread({ headers }: Answer): number {
    return spread(headers, this.#leave);
  }

  /** Sends a call, tries it again if that may help, and returns the answer of the last try. */
  async send(call: Call, options: PostOptions = {}): Promise<Answer> {
    const { signal } = options;
    const settings = settingsOf(this.#options, options);
    const prepared = this.#prepare(call, options);
    const { maxRetries, timeout } = settings;
    const past: Past = { retries: 0, waits: 0, faults: 0, maxRetries, mayRun: false };
    past.mayRun = options.idempotencyKey !== undefined;
    let wasUnclear = false;
    let deadline = performance.now() + settings.totalTimeout;
    for (let count = 1; ; count += 1) {
      const came = performance.now();
      const ended = await this.#pace?.enter(signal);
      // The time in which a call waits for its turn does not count for its time limit.
      deadline += performance.now() - came;
      const left = deadline - performance.now();
      const limits = { ms: Math.max(1, Math.min(timeout, left)), signal };
      const outcome = await this.#attempt(prepared, limits, ended);
      const { answer, error } = outcome;
      if (!error) {
        this.#tell(call, outcome, { attempt: count });
        return answer;
      }
      if (error.status === 500) past.faults += 1;
      // An earlier try, whose answer was lost, may have deleted the object.
      const isGone = call.method === 'DELETE' && wasUnclear && error.code === 'not_found';
      const delay = isGone ? undefined : retryDelay(error, past);
      const isLast = delay === undefined || performance.now() + delay >= deadline;
      this.#tell(call, outcome, { attempt: count, retryIn: isLast ? undefined : delay });
      if (isGone && answer) return { ...answer, body: { ok: true } };
      if (isLast) throw error;
      if (error.code === 'conflict') past.waits += 1;
      else past.retries += 1;
      if (error.status !== 429) {
        wasUnclear = true;
        past.mayRun = true;
      }
      await sleep(delay, signal);
    }
  }

  async #attempt(
    prepared: Prepared,
    limits: { ms: number; signal: AbortSignal | undefined },
    ended: Ended | undefined,
  ): Promise<Outcome> {
    const began = performance.now();
    let answer: Answer | undefined;
    try {
      answer = await attempt(this.#options.fetch ?? fetch, prepared, limits);
      const { status, headers, body } = answer;
      const ms = performance.now() - began;
      if (status >= 200 && status < 300) return { answer, ms };
      const problem = (typeof body === 'object' && body) || {};
      const refusal = { status, headers, problem: problem as Record<string, unknown> };
      return { answer, ms, error: errorOf(this.#known.errors, refusal, prepared.failed) };
    } catch (error) {
      if (!(error instanceof TeamApiError)) throw error;
      return { error, ms: performance.now() - began };
    } finally {
      // A POST may be refused by another limit than that of requests, such as that of invitations.
      const isOwn = answer?.status === 429 && prepared.method === 'POST';
      ended?.(isOwn ? 'uncounted' : (answer?.headers ?? 'unanswered'));
    }
  }

  #prepare(call: Call, options: PostOptions): Prepared {
    const { method, body } = call;
    const language = options.language ?? this.#options.language;
    const isPost = method === 'POST';
    const idempotencyKey = isPost ? idempotencyKeyOf(options.idempotencyKey) : undefined;
    const headers: Record<string, string> = {
      Accept: 'application/json',
      Authorization: `Bearer ${this.#key}`,
      'User-Agent': this.#known.agent,
      ...(language ? { 'Accept-Language': language } : {}),
      ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    };
    const address = addressOf(this.#base, call);
    const failed = { method, path: pathIn(address, this.#base), idempotencyKey };
    const text = body && JSON.stringify(body);
    return { address, method, headers, body: text, failed };
  }

  #tell(
    { operation, method, path }: Call,
    { answer, error, ms }: Outcome,
    { attempt: count, retryIn }: { attempt: number; retryIn?: number | undefined },
  ): void {
    tell(this.#options.log, {
      operation,
      method,
      path,
      attempt: count,
      ms: Math.round(ms),
      status: answer?.status,
      code: error?.code,
      requestId: answer?.headers.get('x-request-id') ?? undefined,
      replayed: answer !== undefined && isReplay(answer.headers),
      retryIn: retryIn && Math.round(retryIn),
    });
  }
}
