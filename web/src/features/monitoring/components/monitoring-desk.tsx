import { lazy, Suspense, useEffect, useRef, type ReactNode } from 'react';
import type { Inspection } from '#contract/inspections.ts';
import { InspectionsSection } from '#web/features/monitoring/components/inspections-section.tsx';
import { ReviewPanel } from '#web/features/monitoring/components/review-panel.tsx';
import { ReviewSheet } from '#web/features/monitoring/components/review-sheet.tsx';
import type { MonitoringSearch } from '#web/features/monitoring/monitoring-search.ts';
import type { ReviewDecisions } from '#web/features/monitoring/decisions.ts';
import { useDesk, type DecisionDialog } from '#web/features/monitoring/use-desk.ts';
import { cn } from '#web/lib/cn.ts';
import { KeyLine } from '#web/ui/key-line.tsx';
import { useMedia } from '#web/ui/use-media.ts';

// The dialogs bring the library of forms, which the desk itself does not need.
const FlagDialog = lazy(async () => ({
  default: (await import('#web/features/monitoring/components/flag-dialog.tsx')).FlagDialog,
}));
const ReinspectionDialog = lazy(async () => ({
  default: (await import('#web/features/monitoring/components/review-dialogs.tsx')).ReinspectionDialog,
}));

// Loaded when something is selected.
const InspectionSelection = lazy(() => import('#web/features/monitoring/components/selection-bar.tsx'));
const ReviewKeyHelp = lazy(() => import('#web/features/monitoring/components/review-key-help.tsx'));

const mainKeys = [
  { keys: ['j', 'k'], label: 'move' },
  { keys: ['a'], label: 'approve' },
  { keys: ['r'], label: 'request re-inspection' },
  { keys: ['u'], label: 'undo' },
  { keys: ['x'], label: 'select' },
  { keys: ['f'], label: 'flag' },
];

interface MonitoringDeskProps {
  search: MonitoringSearch;
  onSearch: (change: MonitoringSearch) => void;
  /** Shown above the list, in the same column. */
  header: ReactNode;
}

/** Where the review opens: next to the table, below it, or as a full-screen sheet on phones. */
function useReviewPlace(): 'beside' | 'below' | 'sheet' {
  const wide = useMedia('(min-width: 1200px)');
  const tablet = useMedia('(min-width: 768px)');
  return wide ? 'beside' : tablet ? 'below' : 'sheet';
}

interface DecisionDialogsProps {
  dialog: DecisionDialog | null;
  request: ReviewDecisions['reinspect'];
  onClose: () => void;
  onDecided: (inspection: Inspection) => void;
}

function DecisionDialogs({ dialog, request, onClose, onDecided }: DecisionDialogsProps) {
  if (!dialog) return null;
  const { kind, inspection } = dialog;
  return (
    <Suspense fallback={null}>
      {kind === 'flag' ? (
        <FlagDialog inspection={inspection} onClose={onClose} />
      ) : (
        <ReinspectionDialog
          inspection={inspection}
          request={request}
          onClose={onClose}
          onDone={() => onDecided(inspection)}
        />
      )}
    </Suspense>
  );
}

function DeskSelection({ desk: { selection, decisions } }: { desk: ReturnType<typeof useDesk> }) {
  const approve = () =>
    decisions.approveMany.mutate(
      selection.chosen.map(({ id }) => id),
      { onSuccess: selection.clear },
    );
  if (selection.chosen.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <InspectionSelection
        chosen={selection.chosen}
        choosable={selection.choosable}
        pending={decisions.approveMany.isPending}
        onChooseAll={selection.all}
        onClear={selection.clear}
        onApprove={approve}
      />
    </Suspense>
  );
}

/** The Inspection Monitoring tab: search inspections, review them and decide. */
export function MonitoringDesk({ search, onSearch, header }: MonitoringDeskProps) {
  const searchBox = useRef<HTMLInputElement>(null);
  const panelBody = useRef<HTMLDivElement>(null);
  const desk = useDesk({ search, onSearch, searchBox, panelBody });
  const { inspections, open, selection } = desk;
  const place = useReviewPlace();
  const table = place !== 'sheet';
  const reviewBeside = place === 'beside' && open;

  const panelBelow = useRef<HTMLDivElement>(null);
  const openBelow = place === 'below' ? open?.id : undefined;
  // A review below the table is outside the view when it opens, so it is scrolled into view.
  useEffect(() => {
    if (openBelow) panelBelow.current?.scrollIntoView({ block: 'start' });
  }, [openBelow]);

  const review = {
    onClose: desk.close,
    onApprove: (inspection: Inspection) => void desk.approve(inspection),
    deciding: desk.decisions.approve.isPending,
    onReinspect: (inspection: Inspection) => void desk.askAgain(inspection),
  };
  return (
    <div
      className={cn(
        'grid flex-1 grid-cols-[minmax(0,1fr)]',
        reviewBeside &&
          'grid-cols-[minmax(0,1fr)_clamp(440px,40vw,560px)] min-[1700px]:grid-cols-[minmax(0,1fr)_clamp(820px,50vw,1280px)]',
      )}
    >
      <div
        className={cn(
          'mx-auto grid w-full grid-cols-[minmax(0,1fr)] content-start gap-5 px-4 py-5 md:p-6',
          !reviewBeside && 'max-w-[1760px] lg:px-10',
        )}
      >
        {header}
        <InspectionsSection
          search={search}
          onSearch={onSearch}
          inspections={inspections}
          searchBox={searchBox}
          selectedId={open?.id}
          table={table}
          narrow={!!reviewBeside}
          actions={{
            onOpen: desk.show,
            onApprove: review.onApprove,
            onReinspect: review.onReinspect,
            onChoose: selection.toggle,
          }}
          chosenIds={selection.ids}
          selection={table && <DeskSelection desk={desk} />}
          onFocusRow={(inspection) => desk.onRowFocus(inspection, !!reviewBeside)}
        />
        {table && !!inspections.rows?.length && <KeyLine of={mainKeys} onAll={() => desk.setKeyHelp(true)} />}
        {place === 'below' && open && (
          <div ref={panelBelow} className="scroll-mt-20">
            <ReviewPanel
              inspection={open}
              body={panelBody}
              className="min-h-[80dvh] rounded-card border border-line"
              {...review}
            />
          </div>
        )}
      </div>
      {reviewBeside && (
        <ReviewPanel
          inspection={open}
          body={panelBody}
          className="sticky top-[68px] h-[calc(100dvh-68px)] border-s border-line"
          {...review}
        />
      )}
      {place === 'sheet' && open && <ReviewSheet inspection={open} {...review} />}
      {desk.keyHelp && (
        <Suspense fallback={null}>
          <ReviewKeyHelp onClose={() => desk.setKeyHelp(false)} />
        </Suspense>
      )}
      <DecisionDialogs
        dialog={desk.dialog}
        request={desk.decisions.reinspect}
        onClose={desk.closeDialog}
        onDecided={desk.afterDecision}
      />
    </div>
  );
}
