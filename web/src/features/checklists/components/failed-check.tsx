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
  /** Whether it was failed just now, so that severity and note are asked for; otherwise they can be edited. */
  asking: boolean;
  /** Keeps what was entered so far. */
  onChange: (details: AnswerDetails) => void;
  /** Called after the last change, to close the question. */
  onSave: () => void;
  onUndo: () => void;
  /** The control that takes a photo of it. */
  photo: ReactNode;
}

/** The fields of a failed check. Each is kept at once, because a person may go on to the next check without saving. */
function Details({
  item,
  severity,
  onChange,
  onSave,
  onUndo,
}: Omit<FailedCheckProps, 'asking' | 'photo'> & { severity: Severity }) {
  const [chosen, setChosen] = useState(severity);
  const [note, setNote] = useState(item.note ?? '');
  const keep = (details: AnswerDetails) => onChange({ severity: chosen, note: note.trim() || null, ...details });
  const keepIfChanged = () => {
    if (chosen !== severity || note.trim() !== (item.note ?? '')) keep({});
  };
  return (
    <>
      <Field label={t('Severity')}>
        {(control) => (
          <Select
            {...control}
            value={chosen}
            onChange={(event) => {
              setChosen(event.target.value as Severity);
              keep({ severity: event.target.value as Severity });
            }}
          >
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
            onBlur={keepIfChanged}
          />
        )}
      </Field>
      <div className="flex justify-end gap-2">
        <Button variant="secondary" size="sm" onClick={onUndo}>
          {t('Undo')}
        </Button>
        <Button
          size="sm"
          onClick={() => {
            keepIfChanged();
            onSave();
          }}
        >
          {t('Save')}
        </Button>
      </div>
    </>
  );
}

/** Asks for the severity of a failed check, a photo and a note, and offers to undo the answer. */
export function FailedCheck({ item, asking, onChange, onSave, onUndo, photo }: FailedCheckProps) {
  const [editing, setEditing] = useState(asking);
  const severity = item.severity ?? (item.critical ? 'critical' : 'medium');
  return (
    <div
      role="group"
      aria-label={t('Failed: {title}', { title: item.title })}
      className="grid basis-full gap-3 rounded-card border border-critical bg-critical-soft px-4 py-3"
    >
      <div>
        <p className="font-strong text-critical">{t('Failed: {title}', { title: item.title })}</p>
        <p className="text-small text-ink-2">
          {editing
            ? t('It is a finding now. Take a photo that shows it.')
            : [severityLabels[severity], item.note].filter(Boolean).join(' · ')}
        </p>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-2">
        {photo}
        {!editing && (
          <span className="ms-auto flex flex-wrap justify-end gap-2">
            <Button variant="secondary" size="sm" onClick={onUndo}>
              {t('Undo')}
            </Button>
            <Button variant="secondary" size="sm" onClick={() => setEditing(true)}>
              {t('Edit')}
            </Button>
          </span>
        )}
      </div>
      {editing && (
        <Details
          item={item}
          severity={severity}
          onChange={onChange}
          onSave={() => {
            setEditing(false);
            onSave();
          }}
          onUndo={onUndo}
        />
      )}
    </div>
  );
}
