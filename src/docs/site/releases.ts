import { DOCUMENT_LANGUAGE, type Language } from '../../shared/language/language.ts';
import { Anchors } from '../markdown/anchor.ts';
import { renderPassage } from '../markdown/render-markdown.ts';
import { CHANGELOG_FILE, changelogIn, readDay } from './changelog.ts';
import { linksFrom, SHOWN_ORIGIN } from './links.ts';

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
    sectionsIn(DOCUMENT_LANGUAGE).map(({ version, first }) => [version, readDay(first)]),
  );
  return sectionsIn(language).flatMap(({ first: _, ...section }) => {
    const day = days.get(section.version) ?? null;
    // An entry without a day is not released yet, and may still change.
    return day === null ? [] : [{ ...section, day: day.toISOString().slice(0, 10) }];
  });
}

function sectionsIn(language: Language) {
  const [, ...sections] = changelogIn(language).split(/^## /m);
  const anchors = new Anchors();
  return sections.map((section) => {
    const [heading = '', first = '', ...rest] = section.split('\n\n');
    const [version = ''] = /\d[\d.]*\d/.exec(heading) ?? [];
    return { version, anchor: anchors.of(heading.trim()), first, text: rest.join('\n\n') };
  });
}

/** The text of a release as HTML. Its links are complete addresses, because feed readers show it elsewhere. */
export function htmlOfRelease({ text }: Pick<Release, 'text'>, language: Language): string {
  const linkOf = linksFrom(CHANGELOG_FILE, language);
  return renderPassage(text, {
    language,
    linkOf: (target) => {
      const to = linkOf(target);
      return to?.startsWith('/') ? SHOWN_ORIGIN + to : to;
    },
  });
}
