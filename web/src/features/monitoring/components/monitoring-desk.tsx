import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Inspection } from '#contract/inspections.ts';
import { useUnflag } from '#web/features/monitoring/api.ts';
import { FlagDialog } from '#web/features/monitoring/components/flag-dialog.tsx';
import { KeyHelp, KeyLine } from '#web/features/monitoring/components/key-help.tsx';
import { ApproveDialog, ReinspectionDialog } from '#web/features/monitoring/components/review-dialogs.tsx';
import { ReviewPanel } from '#web/features/monitoring/components/review-panel.tsx';
import { ReviewSheet } from '#web/features/monitoring/components/review-sheet.tsx';
import { rowId } from '#web/features/monitoring/components/inspection-table.tsx';
import { SessionsSection } from '#web/features/monitoring/components/inspections-section.tsx';
import type { MonitoringSearch } from '#web/features/monitoring/monitoring-search.ts';
import { useReviewKeys } from '#web/features/monitoring/use-review-keys.ts';
import { useOpenSession, useSessions } from '#web/features/monitoring/use-inspections.ts';
import { cn } from '#web/lib/cn.ts';
import { toastError } from '#web/lib/toast.ts';
import { useMedia } from '#web/ui/use-media.ts';

interface MonitoringDeskProps {
  search: MonitoringSearch;
  onSearch: (change: MonitoringSearch) => void;
  /** What stands above the list, in its column. */
  header: ReactNode;
}

type Asked = { what: 'approve' | 'reinspect' | 'flag'; inspection: Inspection } | null;

/** The review's place: beside the table, below it, or over all of a phone. */
function usePlaces() {
  const beside = useMedia('(min-width: 1200px)');
  const below = useMedia('(min-width: 768px)');
  return { review: beside ? 'beside' : below ? 'below' : 'sheet', table: below } as const;
}

/** The tab Inspection Monitoring: find a session, look at it, decide; by mouse, thumb or keyboard. */
export function MonitoringDesk({ search, onSearch, header }: MonitoringDeskProps) {
  const sessions = useSessions(search);
  const { rows } = sessions;
  const { open, error } = useOpenSession(search.inspectionId, sessions);
  const place = usePlaces();
  const searchBox = useRef<HTMLInputElement>(null);
  const review = useRef<HTMLDivElement>(null);
  const [marked, setMarked] = useState<string>();
  const [asked, setAsked] = useState<Asked>(null);
  const [help, setHelp] = useState(false);
  const unflag = useUnflag();
  /** The row that takes the focus once the review and its question are gone. */
  const next = useRef<string>(undefined);

  const panel = useRef<HTMLDivElement>(null);

  const show = (inspection: Inspection) => {
    // Opened once more, the review is stepped into.
    if (inspection.id === open?.id) panel.current?.focus();
    else onSearch({ inspectionId: inspection.id });
  };
  const close = () => {
    next.current = open?.id;
    onSearch({ inspectionId: undefined });
  };
  const ask = (what: 'approve' | 'reinspect', inspection: Inspection | undefined): boolean => {
    if (inspection?.abilities.review) setAsked({ what, inspection });
    return true;
  };
  const flag = (inspection: Inspection | undefined): boolean => {
    if (inspection?.flag) unflag.mutate(inspection);
    else if (inspection?.abilities.flag) setAsked({ what: 'flag', inspection });
    return true;
  };
  /** On to the session after the one that was decided, whether or not that is still in the list. */
  const decided = ({ id }: Inspection) => {
    const at = rows?.findIndex((row) => row.id === id) ?? -1;
    if (open?.id === id) close();
    setAsked(null);
    next.current = (rows?.[at + 1] ?? rows?.[at - 1])?.id;
  };
  useEffect(() => {
    if (open || asked || !next.current) return;
    document.getElementById(rowId(next.current))?.focus();
    next.current = undefined;
  });

  function move(step: 1 | -1): boolean {
    if (!rows?.length) return false;
    const from = rows.findIndex(({ id }) => id === (open?.id ?? marked));
    const to = rows[from === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, from + step))];
    // Focusing a row marks it, and where a review is open shows it.
    if (to) document.getElementById(rowId(to.id))?.focus();
    return true;
  }

  const current = open ?? rows?.find(({ id }) => id === marked);
  useReviewKeys((key) => {
    if (key === 'j') return move(1);
    if (key === 'k') return move(-1);
    if (key === 'a') return ask('approve', current);
    if (key === 'r') return ask('reinspect', current);
    if (key === 'f') return flag(current);
    if (key === '/') searchBox.current?.focus();
    else if (key === '?') setHelp(true);
    else if (key === 'Escape' && open) close();
    else return false;
    return true;
  });

  // A link to a session that is gone, or was never there.
  useEffect(() => {
    if (error) toastError('This session could not be opened', error);
  }, [error]);

  // A review below the table is out of sight when it opens.
  const below = place.review === 'below' ? open?.id : undefined;
  useEffect(() => {
    if (below) review.current?.scrollIntoView({ block: 'start' });
  }, [below]);

  const beside = place.review === 'beside' && open;
  const actions = {
    onClose: close,
    onApproved: decided,
    onReinspect: (inspection: Inspection) => void ask('reinspect', inspection),
  };
  return (
    <div
      className={cn(
        'grid flex-1 grid-cols-[minmax(0,1fr)]',
        beside && 'grid-cols-[minmax(0,1fr)_clamp(440px,40vw,560px)]',
      )}
    >
      <div
        className={cn(
          'mx-auto grid w-full grid-cols-[minmax(0,1fr)] content-start gap-5 px-4 py-5 md:p-6',
          !beside && 'max-w-[1240px] lg:px-10',
        )}
      >
        {header}
        <SessionsSection
          search={search}
          onSearch={onSearch}
          sessions={sessions}
          searchBox={searchBox}
          selectedId={open?.id}
          table={place.table}
          narrow={!!beside}
          actions={{
            onOpen: show,
            onApprove: (inspection) => void ask('approve', inspection),
            onReinspect: actions.onReinspect,
          }}
          onFocusRow={(inspection) => {
            setMarked(inspection.id);
            if (beside && open.id !== inspection.id) show(inspection);
          }}
        />
        {place.table && !!rows?.length && <KeyLine onAll={() => setHelp(true)} />}
        {place.review === 'below' && open && (
          <div ref={review} className="scroll-mt-20">
            <ReviewPanel inspection={open} body={panel} className="rounded-card border border-line" {...actions} />
          </div>
        )}
      </div>
      {beside && (
        <ReviewPanel
          inspection={open}
          body={panel}
          className="sticky top-[68px] h-[calc(100dvh-68px)] border-l border-line"
          {...actions}
        />
      )}
      {place.review === 'sheet' && open && <ReviewSheet inspection={open} {...actions} />}
      <KeyHelp open={help} onOpenChange={setHelp} />
      {asked?.what === 'flag' && <FlagDialog inspection={asked.inspection} onClose={() => setAsked(null)} />}
      {asked?.what === 'approve' && (
        <ApproveDialog
          inspection={asked.inspection}
          onClose={() => setAsked(null)}
          onDone={() => decided(asked.inspection)}
        />
      )}
      {asked?.what === 'reinspect' && (
        <ReinspectionDialog
          inspection={asked.inspection}
          onClose={() => setAsked(null)}
          onDone={() => decided(asked.inspection)}
        />
      )}
    </div>
  );
}
