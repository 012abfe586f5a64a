import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AreaSession } from '#contract/areas.ts';
import { useCompleteArea } from '#web/features/areas/api.ts';
import { Shutter } from '#web/features/photos/components/shutter.tsx';
import { UploadSheet } from '#web/features/photos/components/upload-sheet.tsx';
import { unfinished, type UploadItem, type UploadQueue } from '#web/features/photos/upload/upload-queue.ts';
import { plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

interface AreaFooterProps {
  session: AreaSession;
  uploads: readonly UploadItem[];
  queue: UploadQueue;
  /** Photos whose analysis is still to come. */
  analysing: number;
  /** Null where no photo can be taken. */
  onCamera: (() => void) | null;
}

function UploadLine({ uploads, onShow }: { uploads: readonly UploadItem[]; onShow: () => void }) {
  const failed = uploads.filter(({ status }) => status === 'error').length;
  const left = unfinished(uploads).length;
  return (
    <div className="flex min-h-11 items-center justify-between gap-3 text-small">
      <span role="status">
        {failed > 0 ? (
          <b className="font-strong text-critical">{plural(failed, 'upload')} failed</b>
        ) : left > 0 ? (
          <>
            <b className="font-strong">{left} waiting</b> to upload
          </>
        ) : (
          <b className="font-strong text-good">{plural(uploads.length, 'photo')} uploaded</b>
        )}
      </span>
      <button
        type="button"
        onClick={onShow}
        className="min-h-11 font-semibold whitespace-nowrap text-accent hover:underline"
      >
        Show queue
      </button>
    </div>
  );
}

/** The thumb's bar: leave, take a photo, complete; above it what is on its way. */
export function AreaFooter({ session, uploads, queue, analysing, onCamera }: AreaFooterProps) {
  const [showQueue, setShowQueue] = useState(false);
  const complete = useCompleteArea(session.id);
  const navigate = useNavigate();
  const waiting = unfinished(uploads).length;
  const search = {
    runId: session.runId,
    sessionId: session.id,
    areaName: session.area.name,
    propertyId: session.property.id,
  };
  return (
    <footer className="sticky bottom-0 z-20 border-t border-line bg-surface pb-[max(12px,env(safe-area-inset-bottom))]">
      <div className="mx-auto max-w-[1240px] px-4 pt-3 md:px-6 lg:px-10">
        {analysing > 0 && (
          <div role="status" className="flex min-h-8 items-center gap-2 pb-1.5 text-small">
            <Spinner className="size-4 text-accent" />
            <b className="font-strong">AI Analyzing Photos...</b>
            <span className="text-ink-2">{analysing} still to come</span>
          </div>
        )}
        {uploads.length > 0 && <UploadLine uploads={uploads} onShow={() => setShowQueue(true)} />}
        <div className="mx-auto grid max-w-[640px] grid-cols-[1fr_auto_1fr] items-center gap-3">
          <Button variant="secondary" asChild className="px-2.5">
            <Link to="/inspection-setup" search={{ propertyId: session.property.id }}>
              {session.abilities.work ? 'Save & Exit' : 'Back'}
            </Link>
          </Button>
          {onCamera ? <Shutter label="Open camera" onClick={onCamera} /> : <span />}
          {session.abilities.work ? (
            <Button
              variant="secondary"
              className="px-2.5"
              disabled={!session.abilities.complete || waiting > 0}
              title={
                session.photoCount === 0
                  ? 'Take at least one photo first'
                  : waiting > 0
                    ? 'Wait until all photos are uploaded'
                    : undefined
              }
              pending={complete.isPending}
              onClick={() =>
                complete.mutate(undefined, { onSuccess: () => void navigate({ to: '/area-analysis', search }) })
              }
            >
              Complete Area
            </Button>
          ) : (
            <Button asChild className="px-2.5">
              <Link to="/area-analysis" search={search}>
                View Analysis
              </Link>
            </Button>
          )}
        </div>
      </div>
      <UploadSheet items={uploads} queue={queue} open={showQueue} onOpenChange={setShowQueue} />
    </footer>
  );
}
