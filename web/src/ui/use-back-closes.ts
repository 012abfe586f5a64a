import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useId } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The id of the full-screen overlay that is open at this step of the history. */
    cover?: string;
  }
}

/**
 * For full-screen overlays that look like a page: the back button or gesture closes them without leaving the page
 * below. `onBack` returns false to stay open.
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
