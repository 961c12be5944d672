import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DOCUMENT_LANGUAGE, type Language } from '../../shared/language.ts';
import { Anchors } from '../markdown/anchor.ts';
import { renderPassage } from '../markdown/render-markdown.ts';
import { linksFrom, SHOWN_ORIGIN } from './links.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** A released version, from the customers' changelog. */
export type Release = {
  version: string;
  /** The day of the release, such as `2026-11-22`. */
  day: string;
  /** The anchor of its heading on the page of the changelog. */
  anchor: string;
  /** The changes of the release, in Markdown. */
  text: string;
};

/** The released versions in the changelog of a language, the newest first. */
export function releasesIn(language: Language): Release[] {
  const days = new Map(
    sectionsIn(DOCUMENT_LANGUAGE).map(({ version, first }) => [version, dayIn(first)]),
  );
  return sectionsIn(language).flatMap(({ first: _, ...section }) => {
    const day = days.get(section.version) ?? null;
    // An entry without a day is not released yet, and may still change.
    return day === null ? [] : [{ ...section, day }];
  });
}

function sectionsIn(language: Language) {
  const [, ...sections] = readFileSync(path.join(root, fileIn(language)), 'utf8').split(/^## /m);
  const anchors = new Anchors();
  return sections.map((section) => {
    const [heading = '', first = '', ...rest] = section.split('\n\n');
    const [version = ''] = /\d[\d.]*\d/.exec(heading) ?? [];
    return { version, anchor: anchors.of(heading.trim()), first, text: rest.join('\n\n') };
  });
}

/** The text of a release as HTML. Its links are complete addresses, because feed readers show it elsewhere. */
export function htmlOfRelease({ text }: Pick<Release, 'text'>, language: Language): string {
  const linkOf = linksFrom(fileIn(language), language);
  return renderPassage(text, {
    language,
    linkOf: (target) => {
      const to = linkOf(target);
      return to?.startsWith('/') ? SHOWN_ORIGIN + to : to;
    },
  });
}

function fileIn(language: Language): string {
  return `docs/guides/${language}/changelog.md`;
}

/** Reads a day such as `22 November 2026` from the English changelog. Null for any other text. */
function dayIn(text: string): string | null {
  const [, day = '', name = '', year = ''] = /^(\d{1,2}) (\w+) (\d{4})$/.exec(text.trim()) ?? [];
  const month = months().indexOf(name) + 1;
  return month === 0 ? null : `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}

function months(): string[] {
  const { format } = new Intl.DateTimeFormat(DOCUMENT_LANGUAGE, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format(Date.UTC(2026, month)));
}

function twoDigits(value: number | string): string {
  return String(value).padStart(2, '0');
}
