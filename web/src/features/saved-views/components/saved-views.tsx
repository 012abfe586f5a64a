import { useQuery } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { t } from '#contract/language.ts';
import { maxSavedViews, type SavedList, type SavedSearch } from '#contract/saved-views.ts';
import { savedViewsQuery } from '#web/features/saved-views/api.ts';
import { isOpenView, parametersToOpen, savedParametersOf } from '#web/features/saved-views/parameters.ts';
import { Button } from '#web/ui/button.tsx';
import { useLoadedOnPress } from '#web/ui/use-loaded-on-press.ts';

const loadMenu = () => import('#web/features/saved-views/components/saved-views-menu.tsx');
const SavedViewsMenu = lazy(loadMenu);
const SaveViewDialog = lazy(async () => ({
  default: (await import('#web/features/saved-views/components/save-view-dialog.tsx')).SaveViewDialog,
}));
const ManageViewsDialog = lazy(async () => ({
  default: (await import('#web/features/saved-views/components/manage-views-dialog.tsx')).ManageViewsDialog,
}));

const look = { size: 'sm', variant: 'secondary', className: 'max-w-[240px]' } as const;

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
  const { pressed, byKey, events } = useLoadedOnPress(loadMenu);
  const content = (
    <>
      <Bookmark aria-hidden="true" />
      <span className="truncate">
        {shown && <span className="sr-only">{t('View:')} </span>}
        {shown ? shown.name : t('Views')}
      </span>
    </>
  );
  const button = (
    <Button {...look} aria-haspopup="menu" {...events}>
      {content}
    </Button>
  );
  return (
    <>
      {pressed ? (
        <Suspense fallback={button}>
          <SavedViewsMenu
            views={views}
            shown={shown}
            byKey={byKey}
            state={all ? 'ready' : error ? 'failed' : 'loading'}
            isFull={(all?.length ?? 0) >= maxSavedViews}
            onOpen={(view) => onOpen(parametersToOpen(list, view.search))}
            onDialog={setDialog}
          >
            <Button {...look}>{content}</Button>
          </SavedViewsMenu>
        </Suspense>
      ) : (
        button
      )}
      <Suspense fallback={null}>
        {dialog === 'save' && (
          <SaveViewDialog list={list} search={savedParametersOf(list, search)} onClose={() => setDialog(null)} />
        )}
        {dialog === 'manage' && <ManageViewsDialog views={views} onClose={() => setDialog(null)} />}
      </Suspense>
    </>
  );
}
