import { Marked, type RendererObject, type Token, type Tokens } from 'marked';
import type { Language } from '../../shared/language/language.ts';
import { escapeHtml } from '../../shared/web/escape-html.ts';
import type { Heading, SearchEntry } from '../page.ts';
import { Anchors } from './anchor.ts';
import {
  areVariants,
  type Code,
  codeHtml,
  codeOf,
  isProgram,
  labelOf,
  variantsHtml,
} from './code.ts';
import { plainText } from './plain-text.ts';
import { markdownTexts } from './texts.ts';

type Options = {
  language: Language;
  /** The address of a link's target on the site. Undefined if the site does not have it: the link becomes plain text. */
  linkOf: (target: string) => string | undefined;
};

/** The source of a block that is HTML already. */
const MADE_HERE = '';

/** The parts of a Markdown text: its title, its first paragraph, and the rest. */
type Rendered = {
  title: string;
  lead: string;
  html: string;
  contents: Heading[];
  entries: SearchEntry[];
};

export function renderMarkdown(text: string, options: Options): Rendered {
  const marked = new Marked();
  const [first, ...others] = marked.lexer(text).filter(({ type }) => type !== 'space');
  if (first?.type !== 'heading' || first.depth !== 1)
    throw new Error('A text begins with "# Title"');
  const [second, ...rest] = others;
  if (second?.type !== 'paragraph') throw new Error(`After "# ${first.text}" comes a paragraph`);
  const lead = plainText(second.tokens ?? []);
  const title = plainText(first.tokens ?? []);
  const sections = sectionsOf(rest);
  marked.use({ renderer: rendererOf(options, sections) });
  const html = marked.parser(withVariants(rest, options.language));
  const contents = sections.flatMap(({ heading }) => heading ?? []);
  const entries = sections.map(({ heading, tokens }) => ({
    title: heading?.title ?? title,
    ...(heading ? { anchor: heading.id } : {}),
    ...codeOfSection(tokens),
    text: [...(heading ? [] : [lead]), plainText(tokens.filter((each) => !isCode(each)))]
      .join(' ')
      .trim(),
  }));
  return { title, lead, html, contents, entries };
}

/** Renders a piece of Markdown for use inside a page. It has no title and no headings. */
export function renderPassage(text: string, options: Options): string {
  const marked = new Marked();
  marked.use({ renderer: rendererOf(options, []) });
  return marked.parser(withVariants(marked.lexer(text), options.language));
}

type Section = { heading?: Heading; tokens: Token[] };

/** The part before the first heading, and the parts below each heading of the second and third level. */
function sectionsOf(tokens: readonly Token[]): Section[] {
  const anchors = new Anchors();
  const sections: Section[] = [{ tokens: [] }];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const title = plainText(token.tokens ?? []);
      const id = anchors.of(title);
      if (token.depth === 2 || token.depth === 3) {
        sections.push({ heading: { id, title, level: token.depth }, tokens: [] });
        continue;
      }
    }
    sections.at(-1)?.tokens.push(token);
  }
  return sections;
}

/** The code of a part, with the names of its languages, so that a search for `python` finds it. */
function codeOfSection(tokens: readonly Token[]): Pick<SearchEntry, 'words' | 'code'> {
  const codes = tokens.filter(isCode);
  if (codes.length === 0) return {};
  const labels = new Set(codes.map((token) => labelOf(blockOf(token))));
  const words = labels.size > 1 ? { words: [...labels].join(' ') } : {};
  return { ...words, code: plainText(codes) };
}

function isCode(token: Token): token is Tokens.Code {
  return token.type === 'code';
}

/** Joins neighbouring blocks of several programming languages to one block with tabs. */
function withVariants(tokens: readonly Token[], language: Language): Token[] {
  const result: Token[] = [];
  let run: Code[] = [];
  const flush = () => {
    if (run.length === 0) return;
    const text = areVariants(run)
      ? variantsHtml(run, language)
      : run.map((block) => codeHtml(block, language)).join('\n');
    result.push({ type: 'html', raw: MADE_HERE, text, block: true, pre: false });
    run = [];
  };
  for (const token of tokens) {
    if (token.type === 'code') {
      const code = blockOf(token as Tokens.Code);
      // An answer that follows a program is not one of its variants.
      if (run.some((each) => isProgram(each) !== isProgram(code))) flush();
      run.push(code);
    } else if (token.type !== 'space') {
      flush();
      result.push(token);
    }
  }
  flush();
  return result;
}

function blockOf({ lang, text }: Tokens.Code): Code {
  return codeOf(lang || 'text', text);
}

function rendererOf({ language, linkOf }: Options, sections: readonly Section[]): RendererObject {
  const t = markdownTexts[language];
  const headings = sections.flatMap(({ heading }) => heading ?? []);
  let next = 0;
  return {
    heading({ tokens, depth }) {
      const inner = this.parser.parseInline(tokens);
      const heading = depth === 2 || depth === 3 ? headings[next++] : undefined;
      if (!heading) return `<h${depth}>${inner}</h${depth}>\n`;
      const name = escapeHtml(t.linkTo(heading.title));
      return `<div class="heading"><h${depth} id="${heading.id}">${inner}</h${depth}><a class="anchor" href="#${heading.id}" aria-label="${name}">#</a></div>\n`;
    },
    code(token) {
      return codeHtml(blockOf(token), language);
    },
    link({ href, tokens }) {
      const inner = this.parser.parseInline(tokens);
      const to = linkOf(href);
      if (to === undefined) return inner;
      const outside = /^https?:/.test(to) ? ' rel="noreferrer"' : '';
      return `<a href="${escapeHtml(to)}"${outside}>${inner}</a>`;
    },
    table(token) {
      return tableHtml(token, (tokens) => this.parser.parseInline(tokens));
    },
    blockquote({ tokens, text }) {
      const [, kind = ''] = /^\[!(\w+)\]/.exec(text) ?? [];
      const tone = kind.toLowerCase() as keyof typeof t.tones;
      const inner = this.parser.parse(tokens).replace(/\[!\w+\]\s*(<br>)?/, '');
      if (!(tone in t.tones)) return `<blockquote>${inner}</blockquote>\n`;
      return `<div class="callout ${tone}" role="note"><p class="name">${t.tones[tone]}</p>${inner}</div>\n`;
    },
    html({ raw, text }) {
      if (raw === MADE_HERE) return text;
      throw new Error('HTML in a text is not for repositories and search alike: write Markdown');
    },
  };
}

/**
 * On a narrow screen the style sheet makes a list of a table with three or more columns: each value follows the name of
 * its column. Browsers would then forget that it is a table, so the roles are set explicitly.
 */
function tableHtml({ header, rows }: Tokens.Table, inline: (tokens: Token[]) => string): string {
  const hasMany = header.length > 2;
  const role = (name: string) => (hasMany ? ` role="${name}"` : '');
  const heads = header.map(({ tokens }) =>
    // An empty heading becomes no heading.
    tokens.length > 0
      ? `<th${role('columnheader')}>${inline(tokens)}</th>`
      : `<td${role('cell')}></td>`,
  );
  const cell = ({ tokens }: Tokens.TableCell, index: number) => {
    const name = plainText(header[index]?.tokens ?? []);
    const label = hasMany && index > 0 && name !== '' ? ` data-column="${escapeHtml(name)}"` : '';
    return `<td${role('cell')}${label}>${inline(tokens)}</td>`;
  };
  const row = (cells: string[]) => `<tr${role('row')}>${cells.join('')}</tr>`;
  const body = rows.map((each) => row(each.map(cell))).join('\n');
  const part = (name: string, inner: string) => `<${name}${role('rowgroup')}>${inner}</${name}>`;
  const table = `${part('thead', row(heads))}${part('tbody', `\n${body}\n`)}`;
  const frame = hasMany ? 'table-frame many' : 'table-frame';
  return `<div class="${frame}" tabindex="0"><table${role('table')}>${table}</table></div>\n`;
}
