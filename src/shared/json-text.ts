/**
 * A value that PostgreSQL has already written as JSON. It goes to the wire as it is; whoever needs
 * the value itself (a tRPC caller, a replayed response) parses it.
 */
export class JsonText<T> {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): T {
    return JSON.parse(this.text);
  }
}
