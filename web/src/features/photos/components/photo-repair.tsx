import { t } from '#contract/language.ts';
import { addShrunk } from '#web/features/photos/upload/fitting-photos.ts';
import { Camera, Images } from 'lucide-react';
import { useState } from 'react';
import type { Finding } from '#contract/findings.ts';
import type { Photo } from '#contract/photos.ts';
import { RepairPair } from '#web/features/findings/components/repair-pair.tsx';
import { isOpenFinding } from '#web/features/findings/finding-boxes.ts';
import { RepairCamera } from '#web/features/photos/components/repair-camera.tsx';
import { UploadLine } from '#web/features/photos/components/upload-line.tsx';
import type { PhotoSource } from '#web/features/photos/upload/photo-kind.ts';
import { remainingCapacity, unfinished } from '#web/features/photos/upload/upload-queue.ts';
import { useUploadQueue } from '#web/features/photos/upload/use-upload-queue.ts';
import type { Scope } from '#web/lib/scope.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { FileButton } from '#web/ui/file-button.tsx';

interface PhotoRepairProps {
  scope: Scope;
  finding: Finding;
  category: Photo['category'];
}

const verdicts = {
  resolved: 'Decided on these photos: resolved.',
  still_there: 'Decided on these photos: still there.',
} as const;

/** A finding's repair photos next to its own photo, and a camera to take the next one from the same place. */
export function PhotoRepair({ scope, finding, category }: PhotoRepairProps) {
  const [uploads, queue] = useUploadQueue(scope);
  const [camera, setCamera] = useState(false);
  const { imageUrl, repairs, room } = finding;
  const own = uploads.filter(({ subject }) => subject.repairOf === finding.id);
  const waiting = unfinished(own);
  const mayAdd = finding.abilities.repair && isOpenFinding(finding);
  if (!imageUrl || !(mayAdd || repairs.length > 0 || waiting.length > 0)) return null;

  function add(file: File, source: PhotoSource) {
    const subject = { category, repairOf: finding.id, ...(room ? { room } : {}) };
    addShrunk([file], (fit) => {
      for (const reason of queue.add(fit, source, subject))
        toast({ title: t('Photo not added'), description: reason, variant: 'destructive' });
    });
  }
  return (
    <section aria-label={t('Repair')} className="grid gap-3 border-t border-line pt-4">
      <h2 className="heading">{t('Repair')}</h2>
      {repairs.length > 0 ? (
        <RepairPair finding={finding} className="h-[min(44dvh,300px)]" />
      ) : (
        waiting.length === 0 && (
          <p className="text-ink-2">
            {t('After the repair, take a photo from the same place. The camera shows the earlier photo to help.')}
          </p>
        )
      )}
      {finding.repairVerdict && <p className="font-medium">{verdicts[finding.repairVerdict]}</p>}
      <UploadLine uploads={waiting} queue={queue} />
      {mayAdd && (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={() => setCamera(true)}>
            <Camera aria-hidden="true" />
            {repairs.length > 0 ? t('Photograph Again') : t('Photograph the Repair')}
          </Button>
          <FileButton
            variant="ghost"
            accept="image/*"
            onFiles={(files) => files.slice(0, 1).forEach((file) => add(file, 'gallery'))}
          >
            <Images aria-hidden="true" />
            {t('Choose a Photo')}
          </FileButton>
        </div>
      )}
      {camera && (
        <RepairCamera
          title={t('Repair: {title}', { title: finding.title })}
          before={imageUrl}
          room={remainingCapacity(uploads)}
          onShot={(file) => add(file, 'camera')}
          onClose={() => setCamera(false)}
        />
      )}
    </section>
  );
}
