import { Check, CircleCheck, Eye, Hourglass, RotateCcw, TriangleAlert } from 'lucide-react';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import { severityLabels, type Severity } from '#contract/finding-categories.ts';
import type { Inspection } from '#contract/inspections.ts';
import { plural } from '#contract/texts.ts';
import { OutcomeText } from '#web/features/areas/components/outcome.tsx';
import { FlagMark } from '#web/features/monitoring/components/flag-note.tsx';
import { cn } from '#web/lib/cn.ts';
import { formatDate, formatTime } from '#web/lib/format.ts';
import { fullName } from '#web/lib/names.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { EmptyCell, NearRows } from '#web/ui/near-rows.tsx';
import { ScoreBar } from '#web/ui/score.tsx';
import { Table, Td, Th, Tr } from '#web/ui/table.tsx';
import { TooltipProvider } from '#web/ui/tooltip.tsx';

export interface InspectionActions {
  onOpen: (inspection: Inspection) => void;
  onApprove: (inspection: Inspection) => void;
  onReinspect: (inspection: Inspection) => void;
  /** Adds an inspection to the selection for a joint decision, or removes it. */
  onChoose: (inspection: Inspection) => void;
}

interface InspectionListProps extends InspectionActions {
  inspections: readonly Inspection[];
  selectedId: string | undefined;
  chosenIds: ReadonlySet<string>;
  /** Shows fewer columns, to make room for an open review. */
  narrow: boolean;
  onFocusRow: (inspection: Inspection) => void;
}

export const rowId = (id: string) => `inspection-${id}`;

interface IssuesProps {
  inspection: Pick<Inspection, 'issuesDetected' | 'pendingPhotos' | 'worstSeverity'>;
  withLabel?: boolean;
  className?: string;
}

const inks: Record<Severity, string> = {
  critical: 'text-critical',
  high: 'text-high',
  medium: 'text-medium',
  low: 'text-low',
};

/** The number of open findings, with an icon in the color of the worst; before the analysis, no finding is not 'none'. */
function Issues({ inspection, withLabel, className }: IssuesProps) {
  const { issuesDetected: count, pendingPhotos, worstSeverity: worst } = inspection;
  const place = cn('inline-flex items-center justify-end gap-1.5', className);
  if (count === 0 && pendingPhotos > 0)
    return (
      <span title={`${plural(pendingPhotos, 'photo')} still being analyzed`} className={place}>
        <Hourglass aria-hidden="true" className="size-3.5 text-ink-3" />
        {withLabel ? 'analyzing' : <span className="sr-only">Still being analyzed</span>}
      </span>
    );
  const Icon = count > 0 ? TriangleAlert : CircleCheck;
  return (
    <span title={worst ? `Worst: ${severityLabels[worst]}` : undefined} className={place}>
      <Icon aria-hidden="true" className={cn('size-3.5', worst ? inks[worst] : 'text-ink-3')} />
      {withLabel ? plural(count, 'finding') : count}
    </span>
  );
}

function RowActions({ inspection, ...actions }: { inspection: Inspection } & InspectionActions) {
  const name = `${inspection.propertyName}, ${inspection.area}`;
  const { review } = inspection.abilities;
  return (
    // Otherwise a press on a button would also open the row.
    <div className="flex justify-end gap-0.5" role="presentation" onClick={(event) => event.stopPropagation()}>
      {review && (
        <>
          <IconButton dense label={`Approve ${name}`} onClick={() => actions.onApprove(inspection)}>
            <Check aria-hidden="true" />
          </IconButton>
          <IconButton dense label={`Request re-inspection of ${name}`} onClick={() => actions.onReinspect(inspection)}>
            <RotateCcw aria-hidden="true" />
          </IconButton>
        </>
      )}
      <IconButton dense label={`Review ${name}`} onClick={() => actions.onOpen(inspection)}>
        <Eye aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function Choice({
  inspection,
  chosen,
  onChoose,
}: {
  inspection: Inspection;
  chosen: boolean;
  onChoose: (inspection: Inspection) => void;
}) {
  return (
    // Otherwise a press on the checkbox would also open the row.
    <span role="presentation" onClick={(event) => event.stopPropagation()}>
      <Checkbox
        className="-my-1"
        label={null}
        aria-label={`Select ${inspection.propertyName}, ${inspection.area}`}
        checked={chosen}
        onChange={() => onChoose(inspection)}
      />
    </span>
  );
}

type StableActions = InspectionActions & Pick<InspectionListProps, 'onFocusRow'>;

interface InspectionRowProps {
  inspection: Inspection;
  selected: boolean;
  chosen: boolean;
  narrow: boolean;
  /** The height of the row while it is far from the view and has no content; otherwise null. */
  emptyHeight: number | null;
  actions: StableActions;
}

function RowCells({ inspection, chosen, narrow, actions }: InspectionRowProps) {
  return (
    <>
      <Td className="min-w-[138px] ps-[18px]">
        <div className="flex items-start gap-2.5">
          {inspection.abilities.review && (
            <Choice inspection={inspection} chosen={chosen} onChoose={actions.onChoose} />
          )}
          <div className="min-w-0">
            <div className="line-clamp-2 font-strong wrap-anywhere" title={inspection.propertyName}>
              {inspection.propertyName} <FlagMark inspection={inspection} />
            </div>
            <div className="text-small text-ink-2">{inspection.area}</div>
          </div>
        </div>
      </Td>
      <Td className="min-w-[92px]">
        <span className="flex items-center gap-2">
          {!narrow && <Avatar person={inspection.user} className="hidden size-7 text-[0.65625rem] min-[1000px]:grid" />}
          <span className="line-clamp-2 min-w-0 wrap-anywhere" title={fullName(inspection.user)}>
            {fullName(inspection.user) || 'Unknown'}
          </span>
        </span>
      </Td>
      <Td className="whitespace-nowrap text-ink-2">
        <div>{formatDate(inspection.createdAt)} </div>
        <div className="text-small">{formatTime(inspection.createdAt)}</div>
      </Td>
      <Td>
        <ScoreBar score={inspection.complianceScore} coverage={inspection.coverage} label="AI Score" narrow />
      </Td>
      <Td numeric>
        <Issues inspection={inspection} />
      </Td>
      <Td>
        <StatusBadge status={inspection.status} />
        <OutcomeText inspection={inspection} className="mt-0.5 block" />
      </Td>
      {!narrow && (
        <Td className="py-1 pe-2.5">
          <RowActions inspection={inspection} {...actions} />
        </Td>
      )}
    </>
  );
}

/** Memoized, because a list may have thousands of rows. */
const InspectionRow = memo(function InspectionRow(props: InspectionRowProps) {
  const { inspection, selected, narrow, emptyHeight, actions } = props;
  return (
    <Tr
      id={rowId(inspection.id)}
      selected={selected}
      onOpen={() => actions.onOpen(inspection)}
      onFocus={(event) => event.target === event.currentTarget && actions.onFocusRow(inspection)}
    >
      {emptyHeight === null ? (
        <RowCells {...props} />
      ) : (
        <EmptyCell columns={narrow ? 6 : 7} height={emptyHeight}>
          {`${inspection.propertyName}, ${inspection.area}`}
        </EmptyCell>
      )}
    </Tr>
  );
});

/** Callbacks that never change identity, so that memoized rows need not render again. */
function useStableActions(actions: StableActions): StableActions {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  const [stable] = useState<StableActions>(() => ({
    onOpen: (inspection) => latest.current.onOpen(inspection),
    onApprove: (inspection) => latest.current.onApprove(inspection),
    onReinspect: (inspection) => latest.current.onReinspect(inspection),
    onChoose: (inspection) => latest.current.onChoose(inspection),
    onFocusRow: (inspection) => latest.current.onFocusRow(inspection),
  }));
  return stable;
}

/** From this number of rows on, columns have fixed widths that do not depend on the rows in view. */
const fixedWidthRows = 100;

/** The reviewer's table. j and k move between rows, Enter opens one. */
export function InspectionTable({ inspections, selectedId, chosenIds, narrow, ...callbacks }: InspectionListProps) {
  const actions = useStableActions(callbacks);
  const isLong = inspections.length > fixedWidthRows;
  const width = (text: string) => (isLong ? text : undefined);
  return (
    <TooltipProvider>
      {/* Narrow padding, so that a tablet does not need to scroll sideways. */}
      <Table
        label="Inspection Sessions"
        className={cn(
          'max-[999px]:[&_td:not(:first-child)]:px-2 max-[999px]:[&_th:not(:first-child)]:px-2',
          width('min-w-[680px] table-fixed'),
        )}
      >
        <thead>
          <tr>
            <Th className="ps-[18px]">Property</Th>
            <Th className={width(narrow ? 'w-[104px]' : 'w-[92px] min-[1000px]:w-[16%]')}>Inspector</Th>
            <Th className={width('w-[104px] min-[1000px]:w-[118px]')}>Date &amp; Time</Th>
            <Th
              className={cn(
                'w-[88px] min-[1000px]:w-[128px]',
                narrow ? 'min-[1400px]:w-[164px]' : 'min-[1200px]:w-[220px]',
              )}
            >
              AI Score
            </Th>
            <Th numeric className={width('w-[60px] min-[1000px]:w-[72px]')}>
              Issues
            </Th>
            <Th className={width('w-[126px] min-[1000px]:w-[160px]')}>Status</Th>
            {!narrow && <Th className="w-[118px] pe-[18px] text-end">Actions</Th>}
          </tr>
        </thead>
        <NearRows rows={inspections}>
          {(inspection, emptyHeight) => (
            <InspectionRow
              key={inspection.id}
              inspection={inspection}
              selected={inspection.id === selectedId}
              chosen={chosenIds.has(inspection.id)}
              narrow={narrow}
              emptyHeight={emptyHeight}
              actions={actions}
            />
          )}
        </NearRows>
      </Table>
    </TooltipProvider>
  );
}

/** The same rows as cards for phones; pressing a card opens its review. */
export function InspectionCards({ inspections, selectedId, onOpen }: InspectionListProps) {
  return (
    <ul className="divide-y divide-line">
      {inspections.map((inspection) => (
        <li key={inspection.id} className="[contain-intrinsic-size:auto_132px] [content-visibility:auto]">
          <button
            type="button"
            id={rowId(inspection.id)}
            aria-current={inspection.id === selectedId || undefined}
            className="grid w-full grid-cols-[minmax(0,1fr)] gap-2 px-4 py-3.5 text-start hover:bg-sunken focus-visible:-outline-offset-2 aria-current:bg-accent-soft"
            onClick={() => onOpen(inspection)}
          >
            {/* Over the full width, so that names rarely wrap. */}
            <span className="font-strong wrap-anywhere">
              {inspection.propertyName} <FlagMark inspection={inspection} />
            </span>
            {/* Large texts stand below each other. */}
            <span className="-mt-1 flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
              <span className="grid min-w-0 flex-[1_1_8rem] gap-0.5 text-small text-ink-2">
                <span>{inspection.area}</span>
                <span className="wrap-anywhere">
                  {fullName(inspection.user) || 'Unknown'} · {formatDate(inspection.createdAt)},{' '}
                  {formatTime(inspection.createdAt)}
                </span>
              </span>
              <span className="grid shrink-0 justify-items-end gap-0.5">
                <StatusBadge status={inspection.status} />
                <OutcomeText inspection={inspection} className="text-end" />
              </span>
            </span>
            <span className="flex flex-wrap items-center gap-x-5 gap-y-1">
              <ScoreBar
                score={inspection.complianceScore}
                coverage={inspection.coverage}
                label="AI Score"
                className="flex-[1_1_9rem]"
              />
              <Issues inspection={inspection} withLabel className="w-[5.25rem] text-small" />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
