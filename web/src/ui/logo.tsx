/** The logo and name of the product; in large texts on a phone, the name has no room. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 text-lg font-strong tracking-[-0.01em] text-ink">
      <span className="grid size-7 shrink-0 place-items-center rounded-control bg-accent text-accent-ink">
        <svg
          width="16"
          height="16"
          viewBox="0 0 16 16"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path d="M3 14V3.5A1.5 1.5 0 0 1 4.5 2h7A1.5 1.5 0 0 1 13 3.5V14M5.5 8.500l2 2 3.500-4" />
        </svg>
      </span>
      <span className="max-[12rem]:sr-only">Innspect</span>
    </span>
  );
}
