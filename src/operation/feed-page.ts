import { JsonText } from '../shared/json/json-text.ts';

/** A list that a call waits for. */
export type Feed = 'events' | 'changes';

type Waiting = {
  /** How long the caller is ready to wait for an entry. */
  seconds: number;
  /** What the call asks with when it asks again. */
  next: Record<string, unknown>;
  feed: Feed;
  /** The position in the feed up to which the page has looked. */
  position: number;
};

type More = {
  /** If the page is empty and its caller is ready to wait. REST asks again when there may be some entry. */
  waiting?: Waiting | undefined;
  headers?: Record<string, string>;
};

/** A page of a feed. */
export class FeedPage<T> extends JsonText<T> {
  readonly waiting: Waiting | undefined;
  readonly headers: Record<string, string>;

  constructor(text: string, { waiting, headers = {} }: More) {
    super(text);
    this.waiting = waiting;
    this.headers = headers;
  }
}
