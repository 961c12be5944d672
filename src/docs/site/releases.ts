import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Language } from '../../shared/language.ts';
import { Anchors } from '../markdown/anchor.ts';
import { renderPassage } from '../markdown/render-markdown.ts';
import { linksFrom, SHOWN_ORIGIN } from './links.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** A released version, as the changelog of customers tells of it. */
export type Release = {
  version: string;
  /** The day of the release, such as `2026-11-22`. */
  day: string;
  /** Of its heading on the page of the changelog. */
  anchor: string;
  /** What is new, as Markdown of the changelog. */
  text: string;
};

/** The released versions in the changelog of a language, the newest first. */
export function releasesIn(language: Language): Release[] {
  const [, ...sections] = readFileSync(path.join(root, fileIn(language)), 'utf8').split(/^## /m);
  const anchors = new Anchors();
  return sections.flatMap((section) => {
    const [heading = '', first = '', ...rest] = section.split('\n\n');
    const anchor = anchors.of(heading.trim());
    const day = dayIn(first, language);
    // What has no day is not released yet, and may still change.
    if (day === null) return [];
    return [{ version: heading.trim(), day, anchor, text: rest.join('\n\n') }];
  });
}

/** A text of the changelog as HTML. Its addresses are whole, because it is read elsewhere too. */
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

/** Reads `22 November 2026` and `Am 22. November 2026`. Null for a text that is no date. */
function dayIn(text: string, language: Language): string | null {
  const [, day = '', name = '', year = ''] =
    /^(?:Am )?(\d{1,2})\.? (\p{L}+) (\d{4})$/u.exec(text.trim()) ?? [];
  const month = monthsIn(language).indexOf(name) + 1;
  return month === 0 ? null : `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}

function monthsIn(language: Language): string[] {
  const { format } = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format(Date.UTC(2026, month)));
}

function twoDigits(value: number | string): string {
  return String(value).padStart(2, '0');
}
