/** The logo and the name of the product. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2 text-base font-semibold tracking-tight">
      <svg aria-hidden="true" height="22" viewBox="0 0 32 32" width="22">
        <rect fill="var(--accent)" height="32" rx="8" width="32" />
        <path
          d="M9 11.500h14M16 11.500V23"
          stroke="#fff"
          strokeLinecap="round"
          strokeWidth="3.200"
        />
      </svg>
      Team API
    </span>
  );
}
