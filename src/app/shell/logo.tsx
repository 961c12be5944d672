/**
 * The logo and the name of the product, or of the team. The sign is a T: two voices of a conversation, and what comes of
 * it.
 */
export function Logo({ name = 'Team API' }: { name?: string | undefined }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2 text-base font-semibold tracking-tight">
      <svg aria-hidden="true" fill="var(--bars)" height="22" viewBox="0 0 32 32" width="22">
        <path d="M5 3h4a9 9 0 0 1 7 3.3A9 9 0 0 1 23 3h4a4 4 0 0 1 0 8h-3a4 4 0 0 0-4 4v2a4 4 0 0 1-8 0v-2a4 4 0 0 0-4-4H5a4 4 0 0 1 0-8z" />
        <circle cx="16" cy="27" r="4" />
      </svg>
      <span className="truncate">{name}</span>
    </span>
  );
}
