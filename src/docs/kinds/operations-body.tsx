import type { Language } from '../../shared/language/language.ts';
import type { TagGroup } from '../reference/group-by-tag.ts';
import { referenceTexts } from '../reference/texts.ts';
import { MethodBadge } from './method-badge.tsx';
import { Passage } from './passage.tsx';
import { PathText } from './path-text.tsx';
import { SectionHeading } from './section-heading.tsx';

type Props = { groups: readonly TagGroup[]; language: Language };

/** All operations by their noun, one line each. */
export function OperationsBody({ groups, language }: Props) {
  const t = referenceTexts[language];
  return (
    <div>
      {groups.map(({ name, anchor, text, operations }) => (
        <section key={anchor}>
          <SectionHeading id={anchor} language={language} name={name} />
          <Passage language={language} text={text} />
          <ul className="lines">
            {operations.map(({ id, slug, method, path, title, scopes }) => (
              <li key={id}>
                <a className="line" href={`/docs/${language}/reference/${slug}`}>
                  <MethodBadge method={method} />
                  <span className="path">
                    <PathText path={path} />
                  </span>
                  <span className="title">{title}</span>
                  <span className="scope">{scopes.join(', ') || t.noScope}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
