import type { ReactNode } from 'react';
import { Logo } from '#web/ui/logo.tsx';
import { shownHeading } from '#web/lib/first-heading.ts';
import { FirstPhotos } from '#web/ui/first-photos.tsx';
import { PageHeaderLines } from '#web/ui/page.tsx';
import { ScreenSpinner } from '#web/ui/spinner.tsx';

/** The bar on top of signed-in screens: 68 px high, and lower on phones, where the tab bar holds the navigation. */
export function TopBarFrame({ children }: { children: ReactNode }) {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface print:hidden">
      <div className="flex h-[55px] items-center gap-3 px-4 md:h-[67px] md:px-6 lg:gap-7">{children}</div>
    </header>
  );
}

/** A signed-in screen before its user and its content are known. */
export function LoadingFrame() {
  const { column, ...lines } = shownHeading();
  return (
    <div className="flex min-h-dvh flex-col">
      <TopBarFrame>
        <Logo />
      </TopBarFrame>
      <div className="relative flex flex-1 flex-col">
        {/* inline/load.js fills in the heading of the last visit, which the app then shows as well. It moves nothing. */}
        <div className="absolute inset-x-0 top-0">
          <div data-first-heading="" className={column}>
            <PageHeaderLines {...lines} />
          </div>
        </div>
        <ScreenSpinner className="flex-1" />
      </div>
    </div>
  );
}

/** A screen without the bar before its user is known. */
export const LoadingScreen = () => (
  <>
    <FirstPhotos />
    <ScreenSpinner className="min-h-dvh" />
  </>
);
