import { JsonText } from '../shared/json/json-text.ts';

type Waiting = {
  /** How long the caller is ready to wait for an entry. */
  seconds: number;
  /** What the call asks with when it asks again. */
  next: Record<string, unknown>;
  /** The position in the feed up to which the page has looked. */
  position: number;
};

/** A page without entries, whose caller is ready to wait for one. REST asks again when there may be some. */
export class EmptyPage<T> extends JsonText<T> {
  readonly waiting: Waiting;

  constructor(text: string, waiting: Waiting) {
    super(text);
    this.waiting = waiting;
  }
}
