/** What the rules of docs/intake.md say of one session, in the plainest form. */
export class SessionModel {
  start: number | undefined;
  end: { kind: 'finish' | 'abort'; content: number } | undefined;
  score: number | undefined;
  madeAt: number | undefined;
  /** How many events about an evaluation were raised. */
  evaluated = 0;

  /** Applies a report as a whole, or refuses it. */
  report({ start, end, score, madeAt }: Report): 'ok' | 'conflict' {
    const scores = score !== undefined;
    const aborts = end?.kind === 'abort';
    const isOther = (was: unknown, is: unknown) =>
      was !== undefined && is !== undefined && JSON.stringify(was) !== JSON.stringify(is);
    if (isOther(this.start, start) || isOther(this.end, end)) return 'conflict';
    if (scores && this.end?.kind === 'abort') return 'conflict';
    if (aborts && this.score !== undefined) return 'conflict';
    const isCorrection = isOther(this.score, score);
    const isLater = madeAt !== undefined && (this.madeAt === undefined || madeAt > this.madeAt);
    if (isCorrection && !isLater && !this.#isOlder(madeAt)) return 'conflict';
    const begins = start !== undefined && this.start === undefined;
    const isChange = scores && score !== this.score && !this.#isOlder(madeAt);
    if (isChange) this.madeAt = madeAt;
    else if (scores && madeAt !== undefined && !this.#isOlder(madeAt)) this.madeAt = madeAt;
    this.start ??= start;
    this.end ??= end;
    if (isChange) this.score = score;
    const isSent = this.start !== undefined && (isChange || (begins && this.score !== undefined));
    if (isSent) this.evaluated += 1;
    return 'ok';
  }

  #isOlder(madeAt: number | undefined): boolean {
    return this.madeAt !== undefined && madeAt !== undefined && madeAt < this.madeAt;
  }

  /** The state of the training, or whether something waits for it. */
  get state(): string {
    if (this.start === undefined)
      return this.end || this.score !== undefined ? 'waiting' : 'unknown';
    if (this.end?.kind === 'abort') return 'aborted';
    if (this.score !== undefined) return 'scored';
    return this.end ? 'completed' : 'in_progress';
  }
}

export type Report = {
  start?: number;
  end?: { kind: 'finish' | 'abort'; content: number };
  score?: number;
  madeAt?: number | undefined;
};
