import { Camera } from 'lucide-react';
import { useState } from 'react';
import type { AreaCode } from '#contract/area-codes.ts';
import { t } from '#contract/language.ts';
import { givenPlaceOf } from '#web/lib/current-place.ts';
import { UploadLine } from '#web/features/photos/components/upload-line.tsx';
import { useUploadQueue } from '#web/features/photos/upload/use-upload-queue.ts';
import type { Scope } from '#web/lib/scope.ts';
import { toastError } from '#web/lib/toast.ts';
import { LeaveGuard } from '#web/features/photos/components/leave-guard.tsx';
import { Button } from '#web/ui/button.tsx';

interface LivePhotosProps {
  /** Null until the inspection has started. */
  scope: Scope | null;
  enabled: boolean;
  category: AreaCode;
  /** Takes a photo of the current camera picture; null while there is none. */
  shoot: (() => Promise<File>) | null;
}

/** The Take Photo button of the bottom bar, and above the bar a line with the uploads. */
export function LivePhotos({ scope, enabled, category, shoot }: LivePhotosProps) {
  const [uploads, queue] = useUploadQueue(scope ?? { of: 'inspections', id: '' });
  const [busy, setBusy] = useState(false);

  async function take() {
    if (!shoot) return;
    setBusy(true);
    try {
      const [refused] = queue.add([await shoot()], 'live', { category, ...(scope ? givenPlaceOf(scope) : {}) });
      if (refused) throw new Error(refused);
      navigator.vibrate?.(15);
    } catch (error) {
      toastError(t('Error'), error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <div className="col-span-full empty:hidden">
        <UploadLine uploads={uploads} queue={queue} />
      </div>
      <Button
        variant="secondary"
        className="px-2.5 max-[359px]:[&_svg]:hidden"
        disabled={!enabled || shoot === null || busy}
        onClick={() => void take()}
      >
        <Camera aria-hidden="true" />
        {t('Take Photo')}
      </Button>
      <LeaveGuard uploads={uploads} />
    </>
  );
}
