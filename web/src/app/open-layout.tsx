import { Link, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SiteFooter } from '#web/ui/site-footer.tsx';
import { Logo } from '#web/ui/logo.tsx';

/** The layout of the public screens: password, invitation and legal pages. */
export function OpenLayout({ children = <Outlet /> }: { children?: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line bg-surface px-4 md:px-6 print:hidden">
        <div className="flex h-14 items-center md:h-[68px]">
          <Link to="/" className="rounded-control">
            <Logo />
          </Link>
        </div>
      </header>
      <main className="flex-1">{children}</main>
      <div className="mx-auto w-full max-w-[760px] px-4 pt-6 pb-[max(20px,env(safe-area-inset-bottom))] md:px-6 lg:px-10">
        <SiteFooter />
      </div>
    </div>
  );
}
