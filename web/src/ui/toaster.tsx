import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useEffect, useRef, useSyncExternalStore, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { t } from '#contract/language.ts';
import { cn } from '#web/lib/cn.ts';
import { dismissToast, toastStore } from '#web/lib/toast.ts';
import { iconButtonClass } from '#web/ui/icon-button-class.ts';

/**
 * Radix sends Escape to the newest layer, which may be a toast. This closes the toast and forwards Escape to the
 * dialog or menu below.
 */
function useEscapeBelowToasts(viewport: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const forwardEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || viewport.current?.contains(document.activeElement)) return;
      const open = toastStore.get().filter((toast) => toast.open);
      if (open.length > 0) flushSync(() => open.forEach(({ id }) => dismissToast(id)));
    };
    // In the capture phase, to run before the document's own listeners.
    window.addEventListener('keydown', forwardEscape, { capture: true });
    return () => window.removeEventListener('keydown', forwardEscape, { capture: true });
  }, [viewport]);
}

/**
 * Shows the toasts of `toast()`: one at a time for 5 s, dismissed by a swipe to the right; F8 focuses it. On phones it
 * stays at the top, but below the bar of a photo, whose Back must be reachable at once (data-photo-bar); on large
 * screens above the buttons at the bottom of the review and area screens.
 */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get);
  const viewport = useRef<HTMLOListElement>(null);
  useEscapeBelowToasts(viewport);
  return (
    <Toast.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {toasts.map(({ id, open, title, description, variant, seconds, action }) => {
        const destructive = variant === 'destructive';
        const Icon = destructive ? CircleAlert : CircleCheck;
        return (
          <Toast.Root
            key={id}
            open={open}
            duration={seconds === undefined ? undefined : seconds * 1000}
            onOpenChange={(next) => {
              if (!next) dismissToast(id);
            }}
            type={destructive ? 'foreground' : 'background'}
            className={cn(
              'flex items-start data-[state=open]:animate-toast gap-3 rounded-card border bg-surface py-3 pe-1.5 ps-4 shadow-lifted data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
              destructive ? 'border-critical' : 'border-line-strong',
            )}
          >
            <Icon
              aria-hidden="true"
              className={cn('mt-px size-5 shrink-0', destructive ? 'text-critical' : 'text-good')}
            />
            <div className="min-w-0 flex-1">
              <Toast.Title className="font-semibold">{title}</Toast.Title>
              {description && <Toast.Description className="text-ink-2">{description}</Toast.Description>}
              {action && (
                <Toast.Action
                  altText={action.label}
                  onClick={action.run}
                  className="mt-1 min-h-9 font-semibold text-accent hover:underline"
                >
                  {action.label}
                </Toast.Action>
              )}
            </div>
            <Toast.Close aria-label={t('Close')} className={cn(iconButtonClass(), '-my-2.5')}>
              <X aria-hidden="true" />
            </Toast.Close>
          </Toast.Root>
        );
      })}
      <Toast.Viewport
        ref={viewport}
        hotkey={['F8']}
        className="fixed inset-x-0 top-0 z-60 m-0 flex w-full list-none flex-col gap-2 p-3 outline-none max-md:[body:has([data-photo-bar])_&]:top-14 md:top-auto md:end-0 md:bottom-24 md:start-auto md:max-w-[420px] md:p-5"
      />
    </Toast.Provider>
  );
}
