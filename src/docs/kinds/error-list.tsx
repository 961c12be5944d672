import type { Language } from '../../shared/language.ts';
import type { ErrorCase } from '../reference/read-errors.ts';
import { referenceTexts } from '../reference/texts.ts';
import { CodeBlock, Passage } from './passage.tsx';

type Props = { errors: readonly ErrorCase[]; language: Language };

/** The errors of an operation, each with a link to its cause and cure. */
export function ErrorList({ errors, language }: Props) {
  const t = referenceTexts[language];
  return (
    <ul className="fields">
      {errors.map(({ anchor, code, status, cause, example }) => (
        <li id={anchor} key={anchor}>
          <div className="facts">
            <a className="name" href={`/docs/${language}/errors#${code}`}>
              {code}
            </a>
            <span>{status}</span>
            <a aria-label={t.linkTo(code)} className="anchor" href={`#${anchor}`}>
              #
            </a>
          </div>
          <Passage className="meaning" language={language} text={cause} />
          <details>
            <summary>{t.example}</summary>
            <CodeBlock codes={[{ language: 'json', code: example }]} language={language} />
          </details>
        </li>
      ))}
    </ul>
  );
}
