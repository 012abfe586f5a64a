import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import type { BoundingBox } from '#contract/analysis.ts';
import { severityLabels, type Severity } from '#contract/finding-categories.ts';
import type { Finding } from '#contract/findings.ts';
import { t } from '#contract/language.ts';
import type { PhotoMark } from '#contract/photo-marks.ts';
import type { Photo } from '#contract/photos.ts';
import { FindingDecision } from '#web/features/findings/components/finding-decision.tsx';
import { FindingEditor } from '#web/features/findings/components/finding-editor.tsx';
import { FindingPanel } from '#web/features/findings/components/finding-panel.tsx';
import { RepairDecision } from '#web/features/findings/components/repair-decision.tsx';
import { isRepairUndecided } from '#web/features/findings/repair-texts.ts';
import { AiAnalysisCard } from '#web/features/photos/components/ai-analysis-card.tsx';
import { PhotoMarkup } from '#web/features/photos/components/photo-markup.tsx';
import type { ScoredScope } from '#web/features/photos/components/photo-score.tsx';
import { PhotoRepair } from '#web/features/photos/components/photo-repair.tsx';
import { PhotoPlace } from '#web/features/photos/components/photo-place.tsx';
import { PhotoFacts } from '#web/features/photos/components/photo-facts.tsx';
import { engineLine } from '#web/features/photos/engine-texts.ts';
import { detectedOf, likelyOf } from '#web/features/photos/likely-classes.ts';
import { VoiceNote } from '#web/features/photos/components/voice-note.tsx';
import { PhotoWarning } from '#web/features/photos/components/photo-warning.tsx';
import { cn } from '#web/lib/cn.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import type { Scope } from '#web/lib/scope.ts';

export type PanelMode = 'view' | 'edit' | 'add' | 'mark';

interface PanelProps {
  scope: Scope;
  scored: ScoredScope;
  mayAdd: boolean;
  photo: Photo;
  findings: readonly Finding[];
  selected: Finding | null;
  /** The selected finding as it is on its own photo, because this photo may show it as a part or a repair. */
  selectedWhole: Finding | null;
  onSelect: (id: string) => void;
  mode: PanelMode;
  onMode: (mode: PanelMode) => void;
  onEdit: () => void;
  onAdd: () => void;
  /** The finding that is being edited; null while one is added. */
  edited: Finding | null;
  box: BoundingBox | null;
  onBox: (box: BoundingBox | null) => void;
  onSeverity: (severity: Severity) => void;
  onEntry: () => void;
  /** Leaves the form of a finding, which may have unsaved entries. */
  onCancel: () => void;
  showObjects: boolean;
  onShowObjects: (shown: boolean) => void;
  marks: readonly PhotoMark[];
  showMarks: boolean;
  onShowMarks: (shown: boolean) => void;
  onDelete?: () => void;
  /** Called once a pending finding is decided. */
  onDecided: (finding: Finding) => void;
  /** Moves the focus to Confirm when the photo opens. */
  focusDecision: boolean;
}

const dots: Record<Severity, string> = {
  critical: 'bg-critical',
  high: 'bg-high',
  medium: 'bg-medium',
  low: 'bg-low',
};

/** Chooses between several findings of the photo. */
function FindingChips({ findings, selected, onSelect }: Pick<PanelProps, 'findings' | 'selected' | 'onSelect'>) {
  if (findings.length < 2) return null;
  return (
    <ul
      aria-label={t('Findings of this photo')}
      className="-mx-1 flex gap-1.5 overflow-x-auto px-1 py-1 [scrollbar-width:none]"
    >
      {findings.map((finding) => (
        <li key={finding.id}>
          <button
            type="button"
            aria-pressed={finding === selected}
            onClick={() => onSelect(finding.id)}
            className={cn(
              'flex min-h-9 items-center gap-2 rounded-full border border-line bg-surface px-3 text-small font-medium whitespace-nowrap touch:min-h-11',
              finding === selected && 'border-accent bg-accent-soft text-accent',
              finding.status === 'dismissed' && 'line-through opacity-70',
            )}
          >
            <span className={cn('size-2 rounded-full', dots[finding.severity])} />
            <span className="sr-only">{severityLabels[finding.severity]}: </span>
            {t(finding.title)}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The decision on the selected finding, whether it is repaired or whether it is confirmed, and the way to edit it. */
function PanelFooter({ scope, photo, selected, selectedWhole, onDecided, onEdit, focusDecision }: PanelProps) {
  if (!selected) return null;
  const decided = () => onDecided(selected);
  const asksAboutRepair = selectedWhole?.abilities.edit && isRepairUndecided(selectedWhole);
  return (
    <footer className="grid gap-2 border-t border-line bg-surface px-[18px] pt-3.5 pb-[max(16px,env(safe-area-inset-bottom))]">
      {asksAboutRepair ? (
        <RepairDecision finding={selectedWhole} scope={scope} onDecided={decided} />
      ) : (
        <FindingDecision
          finding={selected}
          scope={scope}
          alternatives={detectedOf(photo, selected)?.alternatives}
          onDecided={decided}
          focused={focusDecision}
        />
      )}
      {selected.abilities.edit && (
        <p className="text-center text-small text-ink-2">
          {selected.status === 'pending' && !asksAboutRepair && `${t('Not right?')} `}
          <button type="button" className="font-semibold text-accent hover:underline touch:min-h-11" onClick={onEdit}>
            {t('Edit finding')}
          </button>
        </p>
      )}
    </footer>
  );
}

/** The marks that people drew on the photo, and their voice note. */
function MarkupAndVoiceNote({ scope, photo, marks, showMarks, onShowMarks, onMode }: PanelProps) {
  return (
    <>
      <PhotoMarkup photo={photo} marks={marks} shown={showMarks} onShown={onShowMarks} onMark={() => onMode('mark')} />
      <div className="-mx-3 flex flex-wrap items-center gap-x-2 empty:hidden">
        <VoiceNote
          key={photo.id}
          scope={scope}
          photo={photo}
          mayRecord={photo.abilities.edit && photo.filesDeletedAt === null}
        />
      </div>
    </>
  );
}

/** The panel next to a large photo, with its findings, its analysis and its origin. */
export function PhotoDialogPanel(props: PanelProps) {
  const { scope, photo, findings, selected, selectedWhole, mode, onMode } = props;
  const formId = useId();
  const engine = photo.aiAnalysis?.engine;
  const isUsable = photo.aiAnalysis && !photo.aiAnalysis.error && photo.aiAnalysis.imageQuality.usable;
  const mayAdd = props.mayAdd || findings.some(({ abilities }) => abilities.edit);
  const panel = 'flex min-h-0 flex-1 flex-col bg-paper lg:w-[420px] lg:flex-none lg:border-s lg:border-line';
  if (mode !== 'view')
    return (
      <aside className={panel}>
        <FindingEditor
          key={mode}
          formId={formId}
          scope={scope}
          photoId={photo.id}
          place={photo}
          likely={likelyOf(photo, props.edited)}
          finding={props.edited}
          box={props.box}
          onBox={props.onBox}
          onSeverity={props.onSeverity}
          onEntry={props.onEntry}
          onCancel={props.onCancel}
          onDone={(id) => {
            if (id) props.onSelect(id);
            onMode('view');
          }}
        />
      </aside>
    );
  return (
    <aside className={panel}>
      <div className="grid min-h-0 flex-1 content-start gap-5 overflow-y-auto overscroll-contain px-[18px] py-4">
        <div className="grid gap-3.5">
          <FindingChips findings={findings} selected={selected} onSelect={props.onSelect} />
          {selected?.source !== 'person' && <PhotoWarning photo={photo} withFinding={selected !== null} />}
          {selected ? (
            <FindingPanel scope={scope} finding={selected} engine={engine ? engineLine(engine) : null} />
          ) : (
            isUsable && (
              <p className="text-ink-2">{t('Nothing flagged in this photo. Add a finding for anything you see.')}</p>
            )
          )}
        </div>
        {selectedWhole && (
          <PhotoRepair key={selectedWhole.id} scope={scope} finding={selectedWhole} category={photo.category} />
        )}
        <div className="flex flex-wrap gap-2">
          {mayAdd && (
            <Button variant="secondary" size="sm" onClick={props.onAdd}>
              <Plus aria-hidden="true" />
              {t('Add Finding')}
            </Button>
          )}
          {props.onDelete && (
            <Button variant="ghost" size="sm" onClick={props.onDelete}>
              <Trash2 aria-hidden="true" />
              {t('Delete Photo')}
            </Button>
          )}
        </div>
        <MarkupAndVoiceNote {...props} />
        <section className="grid gap-3 border-t border-line pt-4">
          <h2 className="heading">{photo.pageCount === null ? t('AI analysis') : t('Document')}</h2>
          <AiAnalysisCard
            photo={photo}
            scored={props.scored}
            mode="detailed"
            objectsAction={
              photo.aiAnalysis?.objects.some(({ boundingBox }) => boundingBox) && (
                <Checkbox
                  label={t('Show on photo')}
                  className="-my-1 text-small"
                  checked={props.showObjects}
                  onChange={(event) => props.onShowObjects(event.target.checked)}
                />
              )
            }
          />
        </section>
        <PhotoPlace key={photo.id} scope={scope} photo={photo} />
        <PhotoFacts photo={photo} />
      </div>
      <PanelFooter {...props} />
    </aside>
  );
}
