import type { ReactNode } from 'react';

/** The small heading of a section of the review. */
export const ReviewHeading = ({ children }: { children: ReactNode }) => (
  <h3 className="mb-2 text-small font-semibold text-ink-2">{children}</h3>
);
