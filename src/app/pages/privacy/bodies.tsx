import type { Effect } from '../../../features/team/privacy.schema.ts';
import { useTexts } from '../../text/language.ts';
import { classes } from '../../ui/classes.ts';
import { samplesOf } from './samples.ts';
import { privacyTexts } from './texts.ts';

/** Answers and webhook bodies, before and after. */
export function Bodies({ effects, isHiding }: { effects: readonly Effect[]; isHiding: boolean }) {
  const t = useTexts(privacyTexts);
  const samples = samplesOf(effects);
  if (samples.length === 0) return null;
  return (
    <section className="overflow-hidden rounded-xl border border-line bg-card shadow-sm">
      <h3 className="px-4 py-3 font-medium">{t.bodies}</h3>
      {samples.map(({ title, whole, hidden }) => {
        const [before, after] = isHiding ? [whole, hidden] : [hidden, whole];
        return (
          <div className="grid gap-2 border-t border-line px-4 py-3" key={title}>
            <h4>
              <code className="font-mono text-xs break-all">{title}</code>
            </h4>
            <div className="grid gap-3 sm:grid-cols-2">
              <Body body={before} label={t.before} sign="−" other={after} />
              <Body body={after} label={t.after} sign="+" other={before} />
            </div>
          </div>
        );
      })}
    </section>
  );
}

type BodyProps = { label: string; body: object; other: object; sign: '−' | '+' };

/** Marks the lines that the other body lacks, by colour and by a sign. */
function Body({ label, body, other, sign }: BodyProps) {
  const others = new Set(linesOf(other).map(bare));
  return (
    <figure className="grid min-w-0 content-start gap-1">
      <figcaption className="text-sm text-soft">{label}</figcaption>
      <pre className="h-full overflow-x-auto rounded-lg bg-sunk py-2 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
        {linesOf(body).map((line, index) => {
          const isOnlyHere = !others.has(bare(line));
          return (
            <span
              className={classes(
                'block pr-3 pl-2',
                isOnlyHere && (sign === '+' ? 'bg-good-wash' : 'bg-warn-wash'),
              )}
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one body never move.
              key={index}
            >
              <span className="inline-block w-3 text-soft">{isOnlyHere ? sign : ''}</span>
              {line}
            </span>
          );
        })}
      </pre>
    </figure>
  );
}

const linesOf = (body: object) => JSON.stringify(body, null, 2).split('\n');

/** The line without indentation and final comma, because these may differ between equal lines. */
const bare = (line: string) => line.trim().replace(/,$/, '');
