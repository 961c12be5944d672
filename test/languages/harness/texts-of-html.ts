/** Inside a line of text; any other element begins a text of its own. */
const inline = /^(?:a|abbr|b|em|i|mark|small|span|strong|sub|sup|wbr)$/;
const unread = /<(script|style|svg|pre|code|kbd|samp|noscript)\b[\s\S]*?<\/\1>/g;
const spoken = /\b(?:aria-label|title|placeholder|alt|content)="([^"]*)"/g;
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** The texts that a page shows or that a screen reader says, without code. */
export function textsOfHtml(html: string): string[] {
  const read = html.replace(unread, ' ');
  const texts = [...read.matchAll(spoken)].map(([, text = '']) => text);
  const lines = read.replace(/<\/?([\w-]+)[^>]*>/g, (_, name: string) =>
    inline.test(name.toLowerCase()) ? '' : '\n',
  );
  return [...texts, ...lines.split('\n')].map(decoded).filter((text) => text !== '');
}

function decoded(text: string): string {
  return text
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    )
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
