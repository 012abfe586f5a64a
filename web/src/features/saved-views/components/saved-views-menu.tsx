import { Check, Pencil, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#contract/language.ts';
import { maxSavedViews, type SavedView } from '#contract/saved-views.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx';

interface SavedViewsMenuProps {
  views: readonly SavedView[];
  /** The one whose rows are shown. */
  shown: SavedView | undefined;
  state: 'loading' | 'failed' | 'ready';
  isFull: boolean;
  byKey: boolean;
  onOpen: (view: SavedView) => void;
  onDialog: (dialog: 'save' | 'manage') => void;
  /** The button. */
  children: ReactNode;
}

const noViews = { loading: t('Loading…'), failed: t('They could not be loaded.'), ready: t('None yet.') };

/** The menu of the saved views. It opens as soon as it is mounted, because pressing its button is what loads it. */
export default function SavedViewsMenu(props: SavedViewsMenuProps) {
  const { views, shown, state, isFull, byKey, onOpen, onDialog, children } = props;
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{children}</DropdownMenuTrigger>
      <DropdownMenuContent
        openedByKey={byKey}
        align="start"
        className="max-h-[60dvh] max-w-[min(340px,calc(100vw-24px))] overflow-y-auto"
      >
        <DropdownMenuLabel>{t('Your saved views')}</DropdownMenuLabel>
        {views.map((view) => (
          <DropdownMenuItem
            key={view.id}
            aria-current={view === shown ? 'true' : undefined}
            onSelect={() => onOpen(view)}
          >
            <span className="min-w-0 flex-1 break-words">{view.name}</span>
            {view === shown && <Check aria-hidden="true" />}
          </DropdownMenuItem>
        ))}
        {views.length === 0 && <p className="px-2.5 pb-1.5 text-small text-ink-2">{noViews[state]}</p>}
        <DropdownMenuSeparator />
        <DropdownMenuItem disabled={state !== 'ready' || isFull} onSelect={() => onDialog('save')}>
          <Plus aria-hidden="true" />
          {isFull ? t('Save this view ({maxSavedViews} at most)', { maxSavedViews }) : t('Save this view')}
        </DropdownMenuItem>
        {views.length > 0 && (
          <DropdownMenuItem onSelect={() => onDialog('manage')}>
            <Pencil aria-hidden="true" />
            {t('Rename or delete')}
          </DropdownMenuItem>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
