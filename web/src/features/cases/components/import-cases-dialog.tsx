import { useState } from 'react';
import type { CasePreview, ImportRow } from '#contract/case-import.ts';
import { inspectionTypeLabels } from '#contract/cases.ts';
import { formatDueDate } from '#contract/due-dates.ts';
import { plural } from '#contract/texts.ts';
import { useImportCases, usePreviewImport } from '#web/features/cases/import-api.ts';
import { importTemplate, textOfCsv } from '#web/features/cases/import-file.ts';
import { saveContent } from '#web/lib/save-file.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog, DialogContent } from '#web/ui/dialog.tsx';
import { FileButton } from '#web/ui/file-button.tsx';

const duplicateText = (duplicate: NonNullable<ImportRow['duplicate']>): string =>
  duplicate.kind === 'case'
    ? `Case ${duplicate.caseNumber} is open for this property${duplicate.sameOwner ? ' and owner' : ', for another owner'}.`
    : `The same property${duplicate.sameOwner ? ' and owner' : ', for another owner,'} as in line ${duplicate.line}.`;

const dateText = (dueDate: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(dueDate) ? formatDueDate(dueDate) : dueDate);

function RowLine({ row, checked, onToggle }: { row: ImportRow; checked: boolean; onToggle: () => void }) {
  const { line, propertyName, propertyCity, ownerEmail, dueDate, inspectionType, errors, warnings, duplicate } = row;
  const faulty = errors.length > 0;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 py-3">
      <Checkbox
        label={<span className="sr-only">{`Import line ${line}, ${propertyName || 'without a name'}`}</span>}
        checked={checked}
        disabled={faulty}
        onChange={onToggle}
      />
      <div className="grid min-w-0 gap-0.5">
        <span className="font-strong break-words">{propertyName || 'No property name'}</span>
        <span className="text-small break-words text-ink-2">
          {[propertyCity, ownerEmail, inspectionType && inspectionTypeLabels[inspectionType]]
            .filter(Boolean)
            .join(' · ')}
          {dueDate && ` · due ${dateText(dueDate)}`}
        </span>
        {errors.map(({ column, message }) => (
          <span key={column} className="text-small break-words text-critical">
            {column}: {message}
          </span>
        ))}
        {warnings.map(({ column, message }) => (
          <span key={column} className="text-small break-words text-medium">
            {column}: {message}
          </span>
        ))}
        {duplicate && <span className="text-small break-words text-medium">{duplicateText(duplicate)}</span>}
      </div>
      <span className="grid justify-items-end gap-1">
        <span className="text-small text-ink-2">Line {line}</span>
        {faulty ? (
          <Badge tone="critical">Error</Badge>
        ) : duplicate ? (
          <Badge tone="medium">Duplicate</Badge>
        ) : (
          warnings.length > 0 && <Badge tone="medium">Check</Badge>
        )}
      </span>
    </li>
  );
}

interface PreviewProps {
  preview: CasePreview;
  leftOut: ReadonlySet<number>;
  onToggle: (line: number) => void;
}

function Preview({ preview: { rows, ignoredColumns }, leftOut, onToggle }: PreviewProps) {
  const faulty = rows.filter(({ errors }) => errors.length > 0).length;
  const repeated = rows.filter(({ duplicate }) => duplicate).length;
  const toCheck = rows.filter(({ warnings }) => warnings.length > 0).length;
  return (
    <div className="grid gap-2">
      <p role="status" className="font-strong">
        {plural(rows.length, 'case')} in the file, {faulty === 0 ? 'none' : faulty} with errors
        {repeated > 0 && `, ${plural(repeated, 'possible duplicate')}`}
        {toCheck > 0 && `, ${toCheck} to check`}
      </p>
      <p className="text-ink-2">
        Nothing is imported before you confirm. Lines with errors cannot be imported; possible duplicates only if you
        check them.
      </p>
      {ignoredColumns.length > 0 && (
        <p className="text-medium">These columns are not used: {ignoredColumns.join(', ')}</p>
      )}
      <ul aria-label="Cases in the file" className="divide-y divide-line border-y border-line">
        {rows.map((row) => (
          <RowLine key={row.line} row={row} checked={!leftOut.has(row.line)} onToggle={() => onToggle(row.line)} />
        ))}
      </ul>
    </div>
  );
}

function Introduction({ error }: { error: Error | null }) {
  return (
    <div className="grid justify-items-start gap-3">
      <p>
        The first row names the columns. Each further row becomes a case, and its owner gets an e-mail. You see what
        would be imported before anything happens.
      </p>
      <Button
        variant="secondary"
        size="sm"
        onClick={() => saveContent(new Blob([importTemplate()], { type: 'text/csv' }), 'cases.csv')}
      >
        Save a Template
      </Button>
      {error && (
        <p role="alert" className="text-critical">
          {error.message}
        </p>
      )}
    </div>
  );
}

/** Imports cases from a CSV file: it first previews every line, then creates all cases or none. */
export function ImportCasesDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<{ id: string; csv: string } | null>(null);
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const [unreadable, setUnreadable] = useState<Error | null>(null);
  const preview = usePreviewImport();
  const run = useImportCases();
  const rows = preview.data?.rows ?? [];
  const chosen = rows.filter(({ line }) => !leftOut.has(line));
  const ready = file !== null && chosen.length > 0 && chosen.every(({ errors }) => errors.length === 0);

  async function choose(chosenFile: File) {
    run.reset();
    preview.reset();
    setUnreadable(null);
    try {
      const csv = await textOfCsv(chosenFile);
      const found = await preview.mutateAsync(csv);
      setFile({ id: crypto.randomUUID(), csv });
      setLeftOut(
        new Set(found.rows.filter(({ errors, duplicate }) => errors.length > 0 || duplicate).map(({ line }) => line)),
      );
    } catch (error) {
      setFile(null);
      setUnreadable(error instanceof Error ? error : new Error('The file cannot be read'));
    }
  }
  const toggle = (line: number) =>
    setLeftOut((lines) => {
      const next = new Set(lines);
      if (!next.delete(line)) next.add(line);
      return next;
    });

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Import Cases"
        description="From a CSV file, such as a spreadsheet program saves it"
        shape="full"
        size="lg"
        footer={
          <>
            <FileButton
              accept=".csv,text/csv"
              variant="secondary"
              pending={preview.isPending}
              onFiles={([first]) => {
                if (first) void choose(first);
              }}
            >
              {file ? 'Choose Another File' : 'Choose a File'}
            </FileButton>
            {file && (
              <Button
                disabled={!ready}
                pending={run.isPending}
                onClick={() => run.mutate({ ...file, leftOut: [...leftOut] }, { onSuccess: onClose })}
              >
                {`Import ${plural(chosen.length, 'Case')}`}
              </Button>
            )}
          </>
        }
      >
        {preview.data && file ? (
          <>
            <Preview preview={preview.data} leftOut={leftOut} onToggle={toggle} />
            {run.error && (
              <p role="alert" className="mt-3 text-critical">
                {run.error.message}
              </p>
            )}
          </>
        ) : (
          <Introduction error={unreadable} />
        )}
      </DialogContent>
    </Dialog>
  );
}
