import { createContext, useContext, type ReactNode } from 'react';

export interface PageLinkProps {
  /** The path of a page of the app. */
  to: string;
  className?: string;
  children: ReactNode;
}

/** Renders the router's link, or what stands for it; without a provider a link is the browser's own. */
export const PageLinkContext = createContext(({ to, children, ...props }: PageLinkProps) => (
  <a href={to} {...props}>
    {children}
  </a>
));

/** A link of a screen that is also shown before the router is loaded; others take the router's own. */
export function PageLink(props: PageLinkProps) {
  const render = useContext(PageLinkContext);
  return render(props);
}
