import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useId } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** What covers the screen at this step of the history. */
    cover?: string;
  }
}

/**
 * For what covers the whole screen, and so looks like a page of its own: the back button or gesture closes it, and leaves
 * the page below where it was. `onBack` answers false where it stays open.
 */
export function useBackCloses(open: boolean, onBack: () => boolean): void {
  const { history, navigate } = useRouter();
  const id = useId();
  const back = useEffectEvent(onBack);
  useEffect(() => {
    if (!open) return;
    const isOnTop = () => history.location.state.cover === id;
    const cover = () => void navigate({ to: '.', search: true, hash: true, state: { cover: id }, resetScroll: false });
    cover();
    const stop = history.subscribe(({ action }) => {
      if (action.type === 'BACK' && !isOnTop() && !back()) cover();
    });
    return () => {
      stop();
      if (isOnTop()) history.back();
    };
  }, [open, id, history, navigate]);
}
