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

/** An object that the operation has created. REST tells the client by its id where it is. */
export class CreatedJson<T> extends JsonText<T> {
  readonly id: string;

  constructor(id: string, text: string) {
    super(text);
    this.id = id;
  }
}
