/** Makes cards of a list whose entries are `[page](address): what it is for`. Each card is a link. */
export function withCards(html: string): string {
  return html.replaceAll(
    /<ul>\n((?:<li><a href="[^"]*">(?:(?!<\/a>).)*<\/a>: [^\n]*<\/li>\n)+)<\/ul>/g,
    (_, items: string) => {
      const cards = items.replaceAll(
        /<li>(<a [^>]*>.*?<\/a>): ([^\n])([^\n]*)<\/li>/g,
        (_item, link: string, first: string, rest: string) =>
          `<li>${link}<span>${first.toUpperCase()}${rest}</span></li>`,
      );
      return `<ul class="cards">\n${cards}</ul>`;
    },
  );
}
