import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { AreaSession } from '#contract/areas.ts';
import { t } from '#contract/language.ts';
import { areaSearchOf } from '#web/features/areas/area-search.ts';
import { Shutter } from '#web/features/photos/components/shutter.tsx';
import { UploadLine } from '#web/features/photos/components/upload-line.tsx';
import type { UploadItem, UploadQueue } from '#web/features/photos/upload/upload-queue.ts';
import { atFirstTouch } from '#web/lib/first-touch.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const loadFinish = () => import('./finish-area.tsx');
const FinishArea = lazy(loadFinish);
atFirstTouch(() => void loadFinish().catch(() => undefined));

interface AreaFooterProps {
  areaSession: AreaSession;
  uploads: readonly UploadItem[];
  queue: UploadQueue;
  /** The number of photos that are being analyzed. */
  analyzing: number;
  /** Opens the sheet that completes the area immediately, if the area can be completed. */
  finish: boolean;
  /** Null when no photo can be taken. */
  onCamera: (() => void) | null;
}

/** The bottom bar to leave, take a photo and complete the area, with the current uploads above it. */
export function AreaFooter({ areaSession, uploads, queue, analyzing, finish, onCamera }: AreaFooterProps) {
  const { abilities } = areaSession;
  const [finishing, setFinishing] = useState(finish && abilities.work && abilities.complete);
  const search = areaSearchOf(areaSession);
  return (
    <footer className="sticky bottom-0 z-20 border-t border-line bg-surface pb-[max(12px,env(safe-area-inset-bottom))]">
      <div className="mx-auto max-w-[1240px] px-4 pt-3 md:px-6 lg:px-10">
        {analyzing > 0 && (
          <div role="status" className="flex min-h-8 items-center gap-2 pb-1.5 text-small">
            <Spinner className="size-4 text-accent" />
            <b className="font-strong">{t('AI Analyzing Photos...')}</b>
            <span className="text-ink-2">{t('{analyzing} remaining', { analyzing })}</span>
          </div>
        )}
        <UploadLine uploads={uploads} queue={queue} />
        <div className="mx-auto grid max-w-[640px] grid-cols-[1fr_auto_1fr] items-center gap-3 max-[22.4rem]:gap-1.5">
          <Button variant="secondary" asChild className="px-2.5 max-[22.4rem]:px-1 max-[22.4rem]:text-small">
            <Link to="/inspection-setup" search={{ propertyId: areaSession.property.id }}>
              {abilities.work ? t('Save & Exit') : t('Back')}
            </Link>
          </Button>
          {onCamera ? <Shutter label={t('Open camera')} onClick={onCamera} /> : <span />}
          {abilities.work ? (
            <Button
              variant="secondary"
              className="px-2.5 max-[22.4rem]:px-1 max-[22.4rem]:text-small"
              disabled={!abilities.complete}
              title={abilities.complete ? undefined : t('Take at least one photo first')}
              onClick={() => setFinishing(true)}
            >
              {t('Complete Area')}
            </Button>
          ) : (
            <Button asChild className="px-2.5 max-[22.4rem]:px-1 max-[22.4rem]:text-small">
              <Link to="/area-analysis" search={search}>
                {t('View Analysis')}
              </Link>
            </Button>
          )}
        </div>
        {finishing && (
          <Suspense fallback={null}>
            <FinishArea areaSession={areaSession} analyzing={analyzing} onClose={() => setFinishing(false)} />
          </Suspense>
        )}
      </div>
    </footer>
  );
}
