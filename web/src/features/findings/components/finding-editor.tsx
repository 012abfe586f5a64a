import type { Place } from '#contract/places.ts';
import { Square, SquareDashed } from 'lucide-react';
import type { BoundingBox } from '#contract/analysis.ts';
import type { FindingCategory, Severity } from '#contract/finding-categories.ts';
import type { Finding } from '#contract/findings.ts';
import { t } from '#contract/language.ts';
import { addFinding, changeFinding } from '#web/features/findings/finding-outbox.ts';
import { middleBox } from '#web/features/findings/box-geometry.ts';
import { changesOf, formValuesOf } from '#web/features/findings/finding-changes.ts';
import { typedPlaceOf } from '#web/lib/current-place.ts';
import { FindingForm, type FindingValues } from './finding-form.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Scope } from '#web/lib/scope.ts';

interface FindingEditorProps {
  formId: string;
  scope: Scope;
  /** Null for a finding of the area that is on no photo. */
  photoId: string | null;
  /** The place of the photo, which is the default for a new finding. */
  place: Place;
  /** The most likely classes, the likeliest first. */
  likely: readonly FindingCategory[];
  /** Null to add a finding. */
  finding: Finding | null;
  box: BoundingBox | null;
  onBox: (box: BoundingBox | null) => void;
  onSeverity: (severity: Severity) => void;
  onEntry: () => void;
  /** Leaves the form, which may have unsaved entries. */
  onCancel: () => void;
  /** Called with the finding's id, or with null when nothing was changed. */
  onDone: (id: string | null) => void;
}

/** Edits or adds a finding. Its box is drawn on the photo next to the form. */
export function FindingEditor({
  formId,
  scope,
  photoId,
  place,
  likely,
  finding,
  box,
  onBox,
  onSeverity,
  onEntry,
  onCancel,
  onDone,
}: FindingEditorProps) {
  function save(values: FindingValues) {
    if (!finding) return onDone(addFinding(scope, { ...values, photoId, boundingBox: box }));
    const changes = changesOf(finding, values, box);
    if (changes) changeFinding(scope, finding.id, changes);
    onDone(changes ? finding.id : null);
  }

  return (
    <>
      <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto overscroll-contain px-[18px] py-4">
        <h2 className="heading">{finding ? t('Edit Finding') : t('Add Finding')}</h2>
        {photoId && (
          <div className="flex items-center justify-between gap-3 rounded-control bg-sunken px-3 py-1.5 text-small">
            <span className="text-ink-2">
              {box ? t('Drag the box or its corners') : t('Draw a box on the photo (optional)')}
            </span>
            {box ? (
              <Button variant="ghost" size="sm" onClick={() => onBox(null)}>
                <SquareDashed aria-hidden="true" />
                {t('No box')}
              </Button>
            ) : (
              <Button variant="ghost" size="sm" onClick={() => onBox(middleBox)}>
                <Square aria-hidden="true" />
                {t('Place box')}
              </Button>
            )}
          </div>
        )}
        <FindingForm
          id={formId}
          likely={likely}
          values={finding ? formValuesOf(finding) : { severity: 'medium', ...typedPlaceOf(place) }}
          onSeverity={onSeverity}
          onEntry={onEntry}
          onSubmit={save}
        />
      </div>
      <footer className="grid grid-cols-2 gap-2.5 border-t border-line bg-surface px-[18px] pt-3.5 pb-[max(16px,env(safe-area-inset-bottom))]">
        <Button variant="secondary" onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button type="submit" form={formId}>
          {finding ? t('Save Changes') : t('Add Finding')}
        </Button>
      </footer>
    </>
  );
}
