import { Link } from '@tanstack/react-router';
import type { InEach } from '../../shared/language/language.ts';
import { useLanguage } from '../text/language.ts';
import { Icon } from './icon.tsx';

type List = { path: string; title: InEach<string> };

/** Leads from the page of an object back to its list. */
export function BackLink({ from: { list } }: { from: { list?: List } }) {
  const language = useLanguage();
  if (!list) return null;
  return (
    <Link
      className="inline-flex items-center gap-1 justify-self-start rounded-sm text-sm text-soft hover:text-ink"
      to={list.path}
    >
      <Icon name="left" size={14} />
      {list.title[language]}
    </Link>
  );
}
