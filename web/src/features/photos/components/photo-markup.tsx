import { PenLine } from 'lucide-react';
import { t } from '#contract/language.ts';
import { marksText, type PhotoMark } from '#contract/photo-marks.ts';
import type { Photo } from '#contract/photos.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';

interface PhotoMarkupProps {
  photo: Photo;
  marks: readonly PhotoMark[];
  shown: boolean;
  onShown: (shown: boolean) => void;
  onMark: () => void;
}

/** Lists the marks on a photo as text, with a switch to hide them, and an edit button while the area is open. */
export function PhotoMarkup({ photo, marks, shown, onShown, onMark }: PhotoMarkupProps) {
  const mayMark = photo.abilities.edit && photo.pageCount === null && photo.filesDeletedAt === null;
  if (marks.length === 0 && !mayMark) return null;
  return (
    <div className="grid gap-1">
      <div className="flex min-h-9 items-center justify-between gap-3">
        <p className="flex min-w-0 items-center gap-2">
          <PenLine aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
          <span className={marks.length > 0 ? 'min-w-0 font-medium wrap-anywhere' : 'text-ink-2'}>
            {marksText(marks) || t('No mark-up')}
          </span>
        </p>
        {mayMark && (
          <Button variant="ghost" size="sm" className="-me-3" onClick={onMark}>
            {marks.length > 0 ? t('Change mark-up') : t('Mark up')}
          </Button>
        )}
      </div>
      {marks.length > 0 && (
        <Checkbox
          label={t('Show mark-up on photo')}
          className="-my-1 text-small"
          checked={shown}
          onChange={(event) => onShown(event.target.checked)}
        />
      )}
    </div>
  );
}
