/** The limits that keep one team, or a flood of requests, from using up what all teams share. */
export type Guard = 'admission' | 'team_connections' | 'unread_answers';

/** Why a request got 503 although nothing is broken. */
export class Overload extends Error {
  override name = 'Overload';
  readonly guard: Guard;

  constructor(guard: Guard, message: string) {
    super(message);
    this.guard = guard;
  }
}
