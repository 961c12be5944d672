/** Gives headings the same anchors that code hosts give them. */
export class Anchors {
  readonly #used = new Map<string, number>();

  of(heading: string): string {
    const plain = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-');
    const times = this.#used.get(plain) ?? 0;
    this.#used.set(plain, times + 1);
    return times === 0 ? plain : `${plain}-${times}`;
  }
}
