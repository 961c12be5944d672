/** A list whose entries are `[page](address): what it is for` becomes cards, each a link as a whole. */
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

/** On the start page a request and its answer are beside the ways to go on: the first list of cards. */
export function withFirstLook(html: string): string {
  const [intro = '', ways, ...rest] = html.split(/(?=<div class="heading">)/);
  const look = intro.search(/<div class="variants"/);
  if (look < 0 || ways === undefined) throw new Error('The start page shows no request, or no way');
  return `${intro.slice(0, look)}<div class="first-look"><div class="look">${intro.slice(look)}</div><div>${ways}</div></div>${rest.join('')}`;
}
