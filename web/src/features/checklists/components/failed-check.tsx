import { useState, type ReactNode } from 'react';
import type { ChecklistItem } from '#contract/checklists.ts';
import { severities, severityLabels, type Severity } from '#contract/finding-categories.ts';
import { t } from '#contract/language.ts';
import type { AnswerDetails } from '#web/features/checklists/answer-kind.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { DictatedTextarea } from '#web/ui/dictated-textarea.tsx';
import { Select } from '#web/ui/select.tsx';

interface FailedCheckProps {
  item: ChecklistItem;
  onSave: (details: AnswerDetails) => void;
  onUndo: () => void;
  /** The control that takes a photo of it. */
  photo: ReactNode;
}

/** Asks for the severity of a failed check and a note, and offers to undo the answer. */
export function FailedCheck({ item, onSave, onUndo, photo }: FailedCheckProps) {
  const [severity, setSeverity] = useState<Severity>(item.critical ? 'critical' : 'medium');
  const [note, setNote] = useState(item.note ?? '');
  return (
    <div
      role="group"
      aria-label={t('Failed: {title}', { title: item.title })}
      className="grid basis-full gap-3 rounded-card border border-critical bg-critical-soft px-4 py-3"
    >
      <div>
        <p className="font-strong text-critical">{t('Failed: {title}', { title: item.title })}</p>
        <p className="text-small text-ink-2">{t('It is a finding now. Take a photo that shows it.')}</p>
      </div>
      {photo}
      <Field label={t('Severity')}>
        {(control) => (
          <Select {...control} value={severity} onChange={(event) => setSeverity(event.target.value as Severity)}>
            {severities.map((value) => (
              <option key={value} value={value}>
                {severityLabels[value]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('Note')} required={false}>
        {(control) => (
          <DictatedTextarea
            {...control}
            rows={2}
            maxLength={1000}
            placeholder={t('What is wrong, and where')}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
      <div className="flex justify-end gap-2">
        <Button variant="secondary" size="sm" onClick={onUndo}>
          {t('Undo')}
        </Button>
        <Button size="sm" onClick={() => onSave({ severity, note: note.trim() || null })}>
          {t('Save')}
        </Button>
      </div>
    </div>
  );
}
