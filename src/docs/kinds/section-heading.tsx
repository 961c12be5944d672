import type { ReactNode } from 'react';
import type { Language } from '../../shared/language/language.ts';
import { referenceTexts } from '../reference/texts.ts';

type Props = {
  id: string;
  /** The text of the heading. It also names the link to the anchor. */
  name: string;
  level?: 2 | 3;
  language: Language;
  children?: ReactNode;
};

/** A heading with an anchor, like those of the guides. */
export function SectionHeading({ id, name, level = 2, language, children }: Props) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className="heading">
      <Heading id={id}>{children ?? name}</Heading>
      <a aria-label={referenceTexts[language].linkTo(name)} className="anchor" href={`#${id}`}>
        #
      </a>
    </div>
  );
}
