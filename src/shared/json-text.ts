/**
 * A value that PostgreSQL has already written as JSON. REST sends the text as it is. A caller that
 * needs the value, such as the in-app UI, parses it.
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
