import { useContext, useEffect, useRef, type ReactNode } from 'react';
import { cn } from '#web/lib/cn.ts';
import { keepHeading, KeepsHeading } from '#web/lib/first-heading.ts';
import { usePageTitle } from '#web/lib/page-title.ts';

/** The content column of a screen, at most 1240 px wide (`wide`: the full width). */
export function Page({
  children,
  className,
  width = 'normal',
}: {
  children: ReactNode;
  className?: string;
  width?: 'narrow' | 'normal' | 'wide';
}) {
  return (
    <div
      className={cn(
        'mx-auto grid w-full grid-cols-[minmax(0,1fr)] content-start gap-5 px-4 py-5 md:px-6 md:py-6 lg:px-10',
        { narrow: 'max-w-[760px]', normal: 'max-w-[1240px]', wide: '' }[width],
        className,
      )}
    >
      {children}
    </div>
  );
}

/** A link above a title, with an enlarged touch area. */
export const overLinkClass =
  "relative hover:text-ink hover:underline touch:after:absolute touch:after:inset-x-0 touch:after:-inset-y-3 touch:after:content-['']";

interface PageHeaderProps {
  title: string;
  /** The line above the title, such as the property. */
  over?: ReactNode;
  /** The line below the title. */
  subtitle?: ReactNode;
  actions?: ReactNode;
}

/** The lines of a header before its screen is loaded; empty where nobody has opened the screen yet. */
export function PageHeaderLines({ over, title, subtitle }: { over?: string; title?: string; subtitle?: string }) {
  return (
    <div className="min-w-0">
      <div className="text-ink-2 empty:hidden">{over}</div>
      <div className="title mt-0.5 empty:hidden">{title}</div>
      <p className="mt-1 text-ink-2 empty:hidden">{subtitle}</p>
    </div>
  );
}

/** The title of the screen, also shown as the title of the browser tab. */
export function PageHeader({ title, over, subtitle, actions }: PageHeaderProps) {
  usePageTitle(title);
  const header = useRef<HTMLElement>(null);
  const isKept = useContext(KeepsHeading);
  useEffect(() => {
    if (!isKept) return;
    const { parentElement, firstElementChild: lines } = header.current ?? {};
    const lineOf = (selector: string): string => lines?.querySelector(selector)?.textContent ?? '';
    const texts = { over: lineOf('div'), title, subtitle: lineOf('p') };
    keepHeading({ ...texts, column: parentElement?.className ?? '' });
  });
  return (
    <header ref={header} className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        {over && <div className="text-ink-2">{over}</div>}
        <h1 className="title mt-0.5">{title}</h1>
        {subtitle && <p className="mt-1 text-ink-2">{subtitle}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2.5">{actions}</div>}
    </header>
  );
}
