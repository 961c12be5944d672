import { readFileSync } from 'node:fs';
import path from 'node:path';
import { dateFormat } from '../../app/text/formatters.ts';
import { BASE_PATH } from '../../rest/base-path.ts';
import type { Language } from '../../shared/language/language.ts';
import { SHOWN_ORIGIN } from './links.ts';
import { htmlOfRelease, type Release, releasesIn } from './releases.ts';

const root = path.resolve(import.meta.dirname, '../../..');
/** This many points of the newest release fit beside the rest of the page. */
const POINTS = 4;

/** The content of the start page: the parts of docs/guides/<language>/index.md, and what the build adds. */
export type Home = {
  /** A text about the purpose of the API. */
  intro: string;
  /** A request, and its answer. */
  look: string;
  /** The first steps, what to know before going live, and where to look things up. */
  begin: string;
  live: string;
  lookup: string;
  news: { version: string; day: string; anchor: string; points: string[] };
  /** The version of this installation. Its day is null until it is released. */
  installed: { version: string; day: string | null; address: string };
};

export function homeOf(html: string, language: Language): Home {
  const [opening = '', begin, live, lookup] = html.split(/(?=<div class="heading">)/);
  const index = opening.indexOf('<div class="variants"');
  if (index < 0 || !begin || !live || !lookup) {
    throw new Error('The start page needs a request, and three parts with a heading');
  }
  const releases = releasesIn(language);
  const [newest] = releases;
  if (!newest) throw new Error('Nothing is released');
  return {
    intro: opening.slice(0, index),
    look: opening.slice(index),
    begin: withCards(begin),
    live: withCards(live),
    lookup,
    news: { ...newest, day: dayOf(newest, language), points: pointsOf(newest, language) },
    installed: installedOf(releases, language),
  };
}

function installedOf(releases: readonly Release[], language: Language): Home['installed'] {
  const file = readFileSync(path.join(root, 'package.json'), 'utf8');
  const { version } = JSON.parse(file) as { version: string };
  const release = releases.find((one) => one.version === version);
  const day = release ? dayOf(release, language) : null;
  return { version, day, address: `${SHOWN_ORIGIN}${BASE_PATH}` };
}

function dayOf({ day }: Release, language: Language): string {
  const format = dateFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** The first sentence of each of the first few points. */
function pointsOf({ text }: Release, language: Language): string[] {
  const points = [...text.matchAll(/^- (.+)$/gm)].slice(0, POINTS);
  return points.map(([, point = '']) => {
    const [first = point] = /^.+?[.!?](?=\s|$)/.exec(point) ?? [];
    return htmlOfRelease({ text: first }, language).replaceAll(`href="${SHOWN_ORIGIN}/`, 'href="/');
  });
}

/** Makes cards of a list whose entries are `[page](address): what it is for`. Each card is a link. */
function withCards(html: string): string {
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
