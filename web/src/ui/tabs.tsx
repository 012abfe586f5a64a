import { Tabs as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '#web/lib/cn.ts';

export const Tabs = Radix.Root;

/** A row of underlined tabs; it scrolls sideways on a phone when it does not fit. */
export function TabsList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  return (
    <Radix.List
      className={cn('flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]', className)}
      {...props}
    />
  );
}

export function TabsTrigger({ className, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={cn(
        '-mb-px h-11 shrink-0 border-b-2 border-transparent px-3 font-medium whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:font-semibold data-[state=active]:text-ink',
        className,
      )}
      {...props}
    />
  );
}

export function TabsContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn('pt-5 focus-visible:outline-offset-4', className)} {...props} />;
}
