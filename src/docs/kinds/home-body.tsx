import { Icon } from '../../app/ui/icon.tsx';
import { sketchTexts } from '../../app/ui/sketch-texts.ts';
import { ThreadSketch } from '../../app/ui/thread-sketch.tsx';
import type { Language } from '../../shared/language/language.ts';
import { layoutTexts } from '../layout/texts.ts';
import { feedOf, type Page } from '../page.ts';
import type { Home } from '../site/home.ts';
import { homeTexts } from './home-texts.ts';

type Props = { home: Home; language: Language };

/** The start page: what the API is, a request with its answer, the installed version, and where to go on. */
export function HomeBody({ page, home }: { page: Page; home: Home }) {
  const { language, title, lead } = page;
  const t = homeTexts[language];
  return (
    <div className="home">
      <div className="hero">
        <div className="about">
          <p className="kind">{t.kind}</p>
          <h1>{title}</h1>
          <p className="lead">{lead}</p>
          <Html html={home.intro} />
          <p className="ways">
            <a className="primary" href={`/docs/${language}/guides/first-request`}>
              {t.first}
              <Icon name="right" size={14} />
            </a>
            <a className="plain" href={`/docs/${language}/reference/`}>
              {t.reference}
            </a>
            <a className="plain" href="/app/">
              {layoutTexts[language].app}
            </a>
          </p>
        </div>
        <div className="side">
          <section className="path">
            <ThreadSketch texts={sketchTexts[language]} />
          </section>
          <section aria-label={t.look} className="look">
            <Html html={home.look} />
          </section>
          <Installation home={home} language={language} />
        </div>
        <section className="steps">
          <Html html={home.begin} />
        </section>
      </div>
      <section className="live">
        <Html html={home.live} />
      </section>
      <div className="panels">
        <section className="panel">
          <Html html={home.lookup} />
        </section>
        <News home={home} language={language} />
      </div>
    </div>
  );
}

function News({ home: { news }, language }: Props) {
  const t = homeTexts[language];
  const page = `/docs/${language}/changelog`;
  return (
    <section className="panel">
      <h2 id="news">{t.news}</h2>
      <p className="when">
        <a href={`${page}#${news.anchor}`}>{t.newsOf(news.version, news.day)}</a>
      </p>
      <ul className="news">
        {news.points.map((point) => (
          <li key={point}>
            <Html html={point} />
          </li>
        ))}
      </ul>
      <p className="more">
        <a href={page}>{t.allNews}</a>
        <a href={feedOf({ language })}>{t.feed}</a>
      </p>
    </section>
  );
}

function Installation({ home: { installed }, language }: Props) {
  const t = homeTexts[language];
  const { version, day, address } = installed;
  return (
    <section aria-label={t.installation} className="installation">
      <dl>
        <div>
          <dt>{t.version}</dt>
          <dd>
            <strong>{version}</strong>
            {day === null ? t.notReleased : ` ${t.released(day)}`}
          </dd>
        </div>
        <div>
          <dt>{t.promise}</dt>
          <dd>
            {t.promiseText} <a href={`/docs/${language}/guides/versioning`}>{t.promiseLink}</a>
          </dd>
        </div>
        <div className="address">
          <dt>{t.address}</dt>
          <dd>
            <code>{address}</code>
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Html({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made from our own documents.
  return <div dangerouslySetInnerHTML={{ __html: html }} />;
}
