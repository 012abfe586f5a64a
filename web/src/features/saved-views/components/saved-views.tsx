import { useQuery } from '@tanstack/react-query';
import { Bookmark, Check, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { t } from '#contract/language.ts';
import { maxSavedViews, type SavedList, type SavedSearch } from '#contract/saved-views.ts';
import { savedViewsQuery } from '#web/features/saved-views/api.ts';
import { ManageViewsDialog } from '#web/features/saved-views/components/manage-views-dialog.tsx';
import { SaveViewDialog } from '#web/features/saved-views/components/save-view-dialog.tsx';
import { isOpenView, parametersToOpen, savedParametersOf } from '#web/features/saved-views/parameters.ts';
import { Button } from '#web/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#web/ui/dropdown-menu.tsx';

interface SavedViewsProps {
  list: SavedList;
  /** The query parameters of the screen. */
  search: SavedSearch;
  /** Changes these query parameters. */
  onOpen: (change: Record<string, string | undefined>) => void;
}

/** A menu of the person's saved views of a list, to open, save, rename and delete them. */
export function SavedViews({ list, search, onOpen }: SavedViewsProps) {
  const { data: all, error } = useQuery(savedViewsQuery);
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const views = all?.filter((view) => view.list === list) ?? [];
  const shown = views.find((view) => isOpenView(list, view.search, search));
  const isFull = (all?.length ?? 0) >= maxSavedViews;
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="sm" variant="secondary" className="max-w-[240px]">
            <Bookmark aria-hidden="true" />
            <span className="truncate">
              {shown && <span className="sr-only">{t('View:')} </span>}
              {shown ? shown.name : t('Views')}
            </span>
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent
          align="start"
          className="max-h-[60dvh] max-w-[min(340px,calc(100vw-24px))] overflow-y-auto"
        >
          <DropdownMenuLabel>{t('Your saved views')}</DropdownMenuLabel>
          {views.map((view) => (
            <DropdownMenuItem
              key={view.id}
              aria-current={view === shown ? 'true' : undefined}
              onSelect={() => onOpen(parametersToOpen(list, view.search))}
            >
              <span className="min-w-0 flex-1 break-words">{view.name}</span>
              {view === shown && <Check aria-hidden="true" />}
            </DropdownMenuItem>
          ))}
          {views.length === 0 && (
            <p className="px-2.5 pb-1.5 text-small text-ink-2">
              {error ? t('They could not be loaded.') : all ? t('None yet.') : t('Loading…')}
            </p>
          )}
          <DropdownMenuSeparator />
          <DropdownMenuItem disabled={!all || isFull} onSelect={() => setDialog('save')}>
            <Plus aria-hidden="true" />
            {isFull ? t('Save this view ({maxSavedViews} at most)', { maxSavedViews }) : t('Save this view')}
          </DropdownMenuItem>
          {views.length > 0 && (
            <DropdownMenuItem onSelect={() => setDialog('manage')}>
              <Pencil aria-hidden="true" />
              {t('Rename or delete')}
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {dialog === 'save' && (
        <SaveViewDialog list={list} search={savedParametersOf(list, search)} onClose={() => setDialog(null)} />
      )}
      {dialog === 'manage' && <ManageViewsDialog views={views} onClose={() => setDialog(null)} />}
    </>
  );
}
