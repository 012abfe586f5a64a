import type { ReactNode } from 'react';

/** Running text with a readable line length and spacing. */
export const Prose = ({ children }: { children: ReactNode }) => (
  <div className="grid max-w-[68ch] gap-3 [&_a]:text-accent [&_a]:underline [&_h2]:mt-4 [&_h2]:heading [&_li]:ms-5 [&_li]:list-disc [&_li+li]:mt-1">
    {children}
  </div>
);
