import { Link } from '@tanstack/react-router';
import { Icon } from './icon.tsx';

/** Leads from an object back to its list. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      className="inline-flex items-center gap-1 justify-self-start rounded-sm text-sm text-soft hover:text-ink"
      to={to}
    >
      <Icon name="left" size={14} />
      {children}
    </Link>
  );
}
