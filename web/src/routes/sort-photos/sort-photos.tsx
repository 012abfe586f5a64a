import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate, useBlocker, useNavigate } from '@tanstack/react-router';
import { ImagePlus, Images } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { AreaSession } from '#contract/areas.ts';
import { t } from '#contract/language.ts';
import type { Run } from '#contract/runs.ts';
import { plural } from '#contract/texts.ts';
import { addShrunk, isTooLarge } from '#web/features/photos/upload/fitting-photos.ts';
import { queueOf } from '#web/features/photos/upload/photo-outbox.ts';
import { photoRefusal } from '#web/features/photos/upload/upload-queue.ts';
import { RefusedFiles } from '#web/features/uploads/refused-files.tsx';
import { runQuery } from '#web/features/areas/run-queries.ts';
import { useRunChanges } from '#web/features/runs/use-run-changes.ts';
import { useUser } from '#web/lib/auth.tsx';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DropArea } from '#web/ui/drop-area.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { Progress } from '#web/ui/meter.tsx';
import { overLinkClass, Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { Board } from './board.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { maxPhotos, useSorting, type SortedPhoto } from './use-sorting.ts';

const route = getRouteApi('/guarded/sort-photos');

/** Why no area takes the file. */
const refusalOf = (file: File) => (isTooLarge(file) ? null : photoRefusal(file, { category: 'rooms' }));

/** Adds the photos to the outbox, for each area in the order in which they were taken. */
function addToAreas(areas: readonly AreaSession[], photos: readonly SortedPhoto[]): void {
  for (const { id, area } of areas) {
    const ofArea = photos
      .filter((photo) => photo.area === area.code)
      .toSorted((a, b) => (a.takenAt ?? 0) - (b.takenAt ?? 0));
    const queue = queueOf({ of: 'area-sessions', id });
    addShrunk(
      ofArea.map(({ file }) => file),
      (files) => {
        const refused = queue.addBatch(files, 'gallery', { category: area.code });
        for (const title of refused) toast({ title, variant: 'destructive' });
      },
    );
  }
}

/** Asks before leaving the page would lose photos that are not in the outbox. */
function LeaveQuestion({ photos }: { photos: number }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => photos > 0 && current.pathname !== next.pathname,
    enableBeforeUnload: () => photos > 0,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      title={t('Leave without adding the photos?')}
      description={t('{photos} not added to an area yet.', { photos: plural(photos, 'photo is', 'photos are') })}
      confirmLabel={t('Leave')}
      cancelLabel={t('Stay')}
      danger
      onConfirm={() => blocker.proceed?.()}
    />
  );
}

function Reading({ unread, all }: { unread: number; all: number }) {
  const done = all - unread;
  return (
    <Card className="grid gap-2 p-[18px]">
      <p role="status" className="font-medium">
        {t('Looking at {photo} of {all}', { photo: Math.min(done + 1, all), all: plural(all, 'photo') })}
      </p>
      <Progress value={(done / all) * 100} label={t('Photos looked at')} />
    </Card>
  );
}

function Sorting({ run }: { run: Run }) {
  const user = useUser();
  const navigate = useNavigate();
  const areas = useMemo(() => run.progress.filter(({ abilities }) => abilities.work), [run.progress]);
  const open = useMemo(() => new Set(areas.map(({ area }) => area.code)), [areas]);
  const sorting = useSorting(open);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const { photos, unread } = sorting;
  const sorted = photos.filter(({ area }) => area !== null);

  // Before they are counted as photos and sorted: later nobody would see which of many was refused.
  const [refused, setRefused] = useState<string[]>([]);

  function choose(chosen: File[]) {
    const files = chosen.filter((file) => refusalOf(file) === null);
    setRefused(chosen.flatMap((file) => refusalOf(file) ?? []));
    const taken = files.slice(0, Math.max(0, sorting.room));
    if (taken.length < files.length) toast({ title: t('At most {maxPhotos} photos at a time', { maxPhotos }) });
    void sorting.choose(taken);
  }
  async function addSorted() {
    await outbox.open(user.id);
    addToAreas(areas, sorted);
    const places = new Set(sorted.map(({ area }) => area)).size;
    toast({
      title: t('{photos} added to {areas}', {
        photos: plural(sorted.length, 'photo'),
        areas: plural(places, 'area'),
      }),
    });
    sorting.remove(new Set(sorted.map(({ id }) => id)));
    setSelection(new Set());
    if (sorted.length < photos.length) return;
    await navigate({ to: '/inspection-setup', search: { propertyId: run.propertyId }, ignoreBlocker: true });
  }
  function toggle(id: string) {
    const next = new Set(selection);
    if (!next.delete(id)) next.add(id);
    setSelection(next);
  }
  const chooser = (variant: 'primary' | 'secondary') => (
    <FileButton variant={variant} accept="image/*,.heic,.heif" multiple onFiles={choose} disabled={sorting.room <= 0}>
      <ImagePlus aria-hidden="true" />
      {photos.length === 0 ? t('Choose Photos') : t('Add More')}
    </FileButton>
  );
  return (
    <DropArea disabled={sorting.room <= 0} hint={t('Drop photos to sort them')} onFiles={choose}>
      <div className="grid gap-3 pb-24">
        <RefusedFiles sentences={refused} />
        {photos.length === 0 && unread === 0 ? (
          <Card>
            <EmptyState icon={Images} title={t('Choose the photos of a walk')} actions={chooser('primary')}>
              {t(
                'Up to {maxPhotos} at a time. They are sorted by what they show, their names and when they were taken. Drag or select those that are in the wrong area.',
                { maxPhotos },
              )}
            </EmptyState>
          </Card>
        ) : (
          <>
            {unread > 0 && <Reading unread={unread} all={photos.length + unread} />}
            <Board
              areas={areas}
              photos={photos}
              selection={selection}
              onToggle={toggle}
              onMove={(ids, area) => {
                sorting.move(ids, area);
                setSelection(new Set());
              }}
            />
          </>
        )}
      </div>
      {photos.length > 0 && (
        <SelectionBar
          areas={areas}
          selected={selection.size}
          onMove={(area) => {
            sorting.move(selection, area);
            setSelection(new Set());
          }}
          onRemove={() => {
            sorting.remove(selection);
            setSelection(new Set());
          }}
          onClear={() => setSelection(new Set())}
        >
          {chooser('secondary')}
          <Button disabled={unread > 0 || sorted.length === 0} onClick={() => void addSorted()}>
            {t('Add {photos}', { photos: plural(sorted.length, 'photo') })}
          </Button>
        </SelectionBar>
      )}
      <LeaveQuestion photos={photos.length} />
    </DropArea>
  );
}

/** Sorts the photos of a walk into the areas of a run. */
export default function SortPhotosScreen() {
  const { runId } = route.useSearch();
  return runId ? <SortPhotosOfRun runId={runId} /> : <Navigate to="/inspection-setup" replace />;
}

function SortPhotosOfRun({ runId }: { runId: string }) {
  const query = useQuery(runQuery(runId));
  const run = useRunChanges(query.data?.run);
  return (
    <Page>
      <PageHeader
        title={t('Sort Photos into Areas')}
        over={
          run && (
            <Link to="/inspection-setup" search={{ propertyId: run.propertyId }} className={overLinkClass}>
              {query.data?.property.name}
            </Link>
          )
        }
      />
      {query.error && !query.data ? (
        <Card>
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        </Card>
      ) : !run ? (
        <Card className="grid gap-2 p-[18px]">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-3 w-3/5" />
        </Card>
      ) : run.progress.some(({ abilities }) => abilities.work) ? (
        <Sorting run={run} />
      ) : (
        <Card>
          <EmptyState icon={Images} title={t('All areas are completed')}>
            {t('Photos can be added while an area is open.')}
          </EmptyState>
        </Card>
      )}
    </Page>
  );
}
