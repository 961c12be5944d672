import type { Token } from 'marked';

/** The text without formatting, for titles and for the search. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => wordsOf(token))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function wordsOf(token: Token): string {
  switch (token.type) {
    case 'table': {
      const rows = [token.header, ...token.rows] as { tokens: Token[] }[][];
      return `${rows.map((row) => row.map((cell) => plainText(cell.tokens)).join(' ')).join(' ')} `;
    }
    case 'list': {
      const items = token.items as { tokens: Token[] }[];
      return `${items.map(({ tokens }) => plainText(tokens)).join(' ')} `;
    }
    case 'br':
    case 'space':
      return ' ';
    default: {
      const inner = innerOf(token);
      return token.type === 'paragraph' || token.type === 'code' ? `${inner} ` : inner;
    }
  }
}

function innerOf(token: Token): string {
  if ('tokens' in token && token.tokens) return token.tokens.map(wordsOf).join('');
  return 'text' in token ? String(token.text) : '';
}
