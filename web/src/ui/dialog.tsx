import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useRef, type ComponentProps, type ReactNode } from 'react';
import { t } from '#contract/language.ts';
import { cn } from '#web/lib/cn.ts';
import { useFocusReturn } from '#web/ui/focus-return.ts';
import { iconButtonClass } from '#web/ui/icon-button-class.ts';

export const Dialog = Radix.Root;
export const DialogClose = Radix.Close;

type DialogContentProps = Omit<ComponentProps<typeof Radix.Content>, 'title'> & {
  title: ReactNode;
  description?: ReactNode;
  /** `sheet`: from the bottom edge on phones, a centered dialog from 768 px. `full`: the whole screen on phones. */
  shape?: 'dialog' | 'sheet' | 'full';
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** Buttons below the scrolling body. */
  footer?: ReactNode;
};

const widths = { sm: 'md:max-w-[420px]', md: 'md:max-w-[560px]', lg: 'md:max-w-[760px]', xl: 'md:max-w-[1120px]' };
const shapes = {
  dialog: 'inset-x-4 top-1/2 -translate-y-1/2 rounded-[14px] animate-rise',
  sheet:
    'inset-x-0 bottom-0 rounded-t-[18px] animate-sheet md:bottom-auto md:top-1/2 md:-translate-y-1/2 md:rounded-[14px] md:animate-rise',
  full: 'inset-0 md:inset-y-auto md:top-1/2 md:-translate-y-1/2 md:rounded-[14px] animate-rise',
};

/**
 * A modal with a title, a scrolling body and a fixed footer. It traps the focus and returns it when it closes. Escape
 * closes it, and so does a press outside unless something was typed.
 */
export function DialogContent({
  title,
  description,
  shape = 'dialog',
  size = 'md',
  footer,
  className,
  children,
  ...props
}: DialogContentProps) {
  const focusReturn = useFocusReturn();
  const typed = useRef(false);
  return (
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 animate-fade-in bg-scrim" />
      <Radix.Content
        className={cn(
          'fixed z-40 mx-auto flex max-h-[min(92dvh,900px)] w-auto flex-col bg-surface shadow-lifted focus:outline-none md:inset-x-6',
          shapes[shape],
          shape === 'full' && 'max-h-none md:max-h-[92dvh]',
          widths[size],
          className,
        )}
        {...focusReturn}
        {...(description ? {} : { 'aria-describedby': undefined })}
        onInput={() => {
          typed.current = true;
        }}
        // A press outside the form must not discard what was typed.
        onPointerDownOutside={(event) => {
          if (typed.current) event.preventDefault();
        }}
        {...props}
      >
        <header className="flex items-start gap-3 pt-4 pe-2.5 pb-3 ps-5">
          <div className="min-w-0 flex-1 pt-1">
            <Radix.Title className="heading">{title}</Radix.Title>
            {description && <Radix.Description className="mt-1 text-ink-2">{description}</Radix.Description>}
          </div>
          <Radix.Close aria-label={t('Close')} className={cn(iconButtonClass(), '-mt-1')}>
            <X aria-hidden="true" />
          </Radix.Close>
        </header>
        {children && (
          <div
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard when nothing inside takes the focus
            tabIndex={0}
            className={cn(
              'min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5 focus-visible:-outline-offset-2',
              !footer && 'pb-[max(20px,env(safe-area-inset-bottom))]',
            )}
          >
            {children}
          </div>
        )}
        {footer && (
          <footer className="grid auto-cols-fr grid-flow-col gap-2.5 border-t border-line px-5 pt-3.5 pb-[max(16px,env(safe-area-inset-bottom))] md:flex md:justify-end">
            {footer}
          </footer>
        )}
      </Radix.Content>
    </Radix.Portal>
  );
}
