import { Tooltip as Radix } from 'radix-ui';
import { createContext, useContext, type ReactNode } from 'react';

const Grouped = createContext(false);

/**
 * Groups the tooltips of a toolbar: the first opens after 700 ms, and a next one within 300 ms opens immediately. It
 * does not wrap the whole app, so that the first screens need not load the tooltip code.
 */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      <Grouped value={true}>{children}</Grouped>
    </Radix.Provider>
  );
}

/** A short hint on hover and focus. Touch screens never show it, so it may only repeat information shown elsewhere. */
export function Tooltip({
  text,
  children,
  side = 'bottom',
}: {
  text: ReactNode;
  children: ReactNode;
  side?: 'top' | 'bottom' | 'left' | 'right';
}) {
  const grouped = useContext(Grouped);
  const tooltip = (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-64 animate-fade-in rounded-small bg-ink px-2 py-1 text-small text-paper shadow-lifted"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
  return grouped ? tooltip : <TooltipProvider>{tooltip}</TooltipProvider>;
}
