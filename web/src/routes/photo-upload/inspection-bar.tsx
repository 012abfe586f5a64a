import { Link } from '@tanstack/react-router';
import type { Inspection } from '#contract/inspections.ts';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { Shutter } from '#web/features/photos/components/shutter.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

interface PhotoInspectionBarProps {
  inspection: Inspection;
  photos: number;
  documented: number;
  /** The number of open findings by the AI. */
  findings: number;
  /** The number of photos that are being analyzed. */
  analyzing: number;
  /** The chosen area; null if none is chosen. */
  area: string | null;
  onCamera: () => void;
}

/** The bottom bar with figures, the camera button and a link to the review. */
export function PhotoInspectionBar(props: PhotoInspectionBarProps) {
  const { inspection, photos, documented, findings, analyzing, area, onCamera } = props;
  return (
    <footer className="sticky bottom-0 z-20 border-t border-line bg-surface pb-[max(12px,env(safe-area-inset-bottom))]">
      <div className="mx-auto grid max-w-[1240px] gap-2.5 px-4 pt-3 md:flex md:items-center md:justify-between md:px-6 lg:px-10">
        <p role="status" className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-small">
          {analyzing > 0 && <Spinner className="size-4 text-accent" />}
          <span>
            <b className="font-strong">{plural(photos, 'photo')}</b> {t('uploaded')}
          </span>
          <span aria-hidden="true" className="text-ink-3">
            ·
          </span>
          <span>{plural(documented, 'area')}</span>
          <span aria-hidden="true" className="text-ink-3">
            ·
          </span>
          <span>{plural(findings, 'AI-detected issue')}</span>
        </p>
        <div className="flex items-center justify-end gap-3">
          {area && (
            <span className="md:hidden">
              <Shutter label={t('Open camera for {area}', { area })} onClick={onCamera} />
            </span>
          )}
          <Button className="min-w-0 flex-1 md:flex-none" asChild>
            <Link to="/inspection-review/$id" params={{ id: inspection.id }}>
              {t('Review & Generate PIP')}
            </Link>
          </Button>
        </div>
      </div>
    </footer>
  );
}
