import { createContext, useContext, type MouseEvent, type ReactNode } from 'react';

/** How links open other pages of the app. */
interface Pages {
  open: (path: string) => void;
  /** Fetches what the page needs. */
  preload: (path: string) => void;
}

/** Without a provider a link is the browser's own. */
export const PagesContext = createContext<Pages | null>(null);

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/** A link of a screen that is also shown before the router is loaded; others take the router's own. */
export function PageLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  const pages = useContext(PagesContext);
  const preload = () => pages?.preload(to);
  return (
    <a
      href={to}
      className={className}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={(event) => {
        if (!pages || !isPlainClick(event)) return;
        event.preventDefault();
        pages.open(to);
      }}
    >
      {children}
    </a>
  );
}
