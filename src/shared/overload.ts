/** What keeps one team, or a flood, from taking what belongs to all. */
export type Guard = 'admission' | 'team_connections' | 'unread_answers';

/** Why a request was told 503 although nothing is broken. */
export class Overload extends Error {
  override name = 'Overload';
  readonly guard: Guard;

  constructor(guard: Guard, message: string) {
    super(message);
    this.guard = guard;
  }
}
