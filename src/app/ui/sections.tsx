import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '../text/language.ts';
import { classes } from './classes.ts';
import { uiTexts } from './texts.ts';

type Props = {
  /** Anchor and title of each section (section.tsx), in their order. */
  list: readonly (readonly [id: string, title: string])[];
  children: ReactNode;
};

/** The sections of a page with settings. A wide window has a list of them on the left. */
export function Sections({ list, children }: Props) {
  return (
    <div className="grid gap-10 min-[72rem]:grid-cols-[10rem_1fr]">
      <SectionLinks list={list} />
      <div className="grid max-w-2xl gap-6">{children}</div>
    </div>
  );
}

function SectionLinks({ list }: Pick<Props, 'list'>) {
  const t = useTexts(uiTexts);
  const { place, reached = list[0]?.[0] } = useReached();
  return (
    <nav
      aria-label={t.sections}
      className="sticky top-8 -ml-2 hidden self-start min-[72rem]:block"
      ref={place}
    >
      {list.map(([id, title]) => (
        <a
          aria-current={id === reached ? 'true' : undefined}
          className={classes(
            'block rounded-md px-2 py-1 text-sm hover:bg-hover hover:text-ink',
            id === reached ? 'font-medium text-ink' : 'text-soft',
          )}
          href={`#${id}`}
          key={id}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}

/** A section counts as read when it begins at most this many pixels below the upper edge. */
const READ_FROM = 200;

/** The section that the person has reached by scrolling. Undefined above all of them. */
function useReached() {
  const place = useRef<HTMLElement>(null);
  const [reached, setReached] = useState<string>();
  useEffect(() => {
    const look = () => {
      const ids = [...(place.current?.querySelectorAll('a') ?? [])].map(({ hash }) =>
        hash.slice(1),
      );
      const topOf = (id: string) => document.getElementById(id)?.getBoundingClientRect().top ?? NaN;
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
      const isAtEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 2;
      // The last sections never come up to the edge. Of these, the one that a link has led to counts.
      const linked = ids.find((id) => `#${id}` === location.hash && topOf(id) >= 0);
      const passed = ids.filter((id) => topOf(id) < READ_FROM);
      setReached(isAtEnd ? (linked ?? ids.at(-1)) : passed.at(-1));
    };
    look();
    addEventListener('scroll', look, { passive: true });
    // At the end of the page, a link to another section does not scroll.
    addEventListener('hashchange', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('hashchange', look);
    };
  }, []);
  return { place, reached };
}
