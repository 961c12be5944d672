import { createHash } from 'node:crypto';
import { type Language, languages } from '../../shared/language/language.ts';
import { escapeHtml } from '../../shared/web/escape-html.ts';
import { feedTexts } from '../layout/feed-texts.ts';
import { SHOWN_ORIGIN } from './links.ts';
import { htmlOfRelease, type Release, releasesIn } from './releases.ts';

/** The ids of all entries are made with it (RFC 9562, version 5), so it must never change. */
const NAMESPACE = '7d0f3a52-1c46-4b8e-9f2b-5a6e0c8d4b17';

/**
 * The customers' changelog as an Atom feed (RFC 4287), one for each language. Unreleased versions may change, so they
 * are left out. `updated` is the day of the release, also after a correction.
 */
export function feedFiles(): [name: string, content: string][] {
  return languages.map((language) => [`${language}/changelog.atom`, feedOf(language)]);
}

function feedOf(language: Language): string {
  const releases = releasesIn(language);
  const [newest] = releases;
  if (!newest) throw new Error('Nothing is released, so the feed has no day');
  const { title, subtitle } = feedTexts[language];
  const page = `${SHOWN_ORIGIN}/docs/${language}/changelog`;
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
  <id>${idOf(`changelog ${language}`)}</id>
  <title>${escapeHtml(title)}</title>
  <subtitle>${escapeHtml(subtitle)}</subtitle>
  <updated>${startOf(newest)}</updated>
  <author><name>Team API</name></author>
  <link rel="self" type="application/atom+xml" href="${page}.atom"/>
  <link rel="alternate" type="text/html" hreflang="${language}" href="${page}"/>
${releases.map((release) => entryOf(release, language, page)).join('\n')}
</feed>
`;
}

function entryOf(release: Release, language: Language, page: string): string {
  const { version, anchor } = release;
  return `  <entry>
    <id>${idOf(`changelog ${language} ${version}`)}</id>
    <title>${escapeHtml(feedTexts[language].entry(version))}</title>
    <updated>${startOf(release)}</updated>
    <link rel="alternate" type="text/html" hreflang="${language}" href="${page}#${anchor}"/>
    <content type="html">${escapeHtml(htmlOfRelease(release, language))}</content>
  </entry>`;
}

function startOf({ day }: Release): string {
  return `${day}T00:00:00Z`;
}

/** Gives the same id to the same name, in every installation and build. */
function idOf(name: string): string {
  const hash = createHash('sha1').update(Buffer.from(NAMESPACE.replaceAll('-', ''), 'hex'));
  const bytes = hash.update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const id = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return `urn:uuid:${id}`;
}
