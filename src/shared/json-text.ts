import { fieldsOf, versionOf } from './edit-version.ts';

/**
 * A value that PostgreSQL has already written as JSON. REST sends the text as it is. A caller that
 * needs the value, such as the in-app UI, parses it.
 */
export class JsonText<T> {
  readonly text: string;
  #edits: readonly string[] = [];

  constructor(text: string) {
    this.text = text;
  }

  /** Names the fields that the app edits. In the app, the object or each entry of a page has a version. */
  edits(names: readonly string[]): this {
    this.#edits = names;
    return this;
  }

  toJSON(): T {
    const value = JSON.parse(this.text);
    if (this.#edits.length === 0) return value;
    for (const object of Array.isArray(value.data) ? value.data : [value]) {
      object.version = versionOf(fieldsOf(object, this.#edits));
    }
    return value;
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
