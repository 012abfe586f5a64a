import { useEffect, useRef, useState } from 'react';
import { findingCategoryLabels } from '#contract/finding-categories.ts';
import type { FoundDamage } from '#contract/vision/regions.ts';
import type { UploadItem } from '#web/features/photos/upload/upload-queue.ts';
import type { PhotoBox } from '#web/ui/box-layer.tsx';
import type { Detector } from './device/detector.ts';
import { openDetector } from './device/use-detector.ts';

/** What this device's detector saw on a photo. */
export interface WaitingDetection {
  boxes: readonly PhotoBox[];
  /** The aspect ratio of the picture. */
  ratio: number;
}

/** The detector reads 512 x 512 pixels; the whole picture of a phone would take 50 MB. */
const side = 1024;

const toBox = ({ category, severity, confidence, boundingBox }: FoundDamage): PhotoBox => ({
  ...boundingBox,
  label: `${findingCategoryLabels[category]} ${Math.round(confidence)}`,
  tone: severity,
  tentative: true,
});

async function detectOn(detector: Detector, file: File): Promise<WaitingDetection> {
  const picture = await createImageBitmap(file, { resizeWidth: side, imageOrientation: 'from-image' });
  const ratio = picture.width / picture.height;
  const { damage, picture: returned } = await detector.detect(picture, true);
  returned.close();
  return { boxes: damage.map(toBox), ratio };
}

/**
 * What this device sees on photos that wait for a connection, by the id of the upload; the server's analysis takes its place
 * once a photo is sent. Photos stay without boxes where the device cannot analyze them.
 */
export function useWaitingDetections(uploads: readonly UploadItem[]): ReadonlyMap<string, WaitingDetection> {
  const [detections, setDetections] = useState<ReadonlyMap<string, WaitingDetection>>(new Map());
  const detector = useRef<Promise<Detector> | null>(null);
  const started = useRef(new Set<string>());
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const left = useRef(false);

  useEffect(() => {
    for (const { id, file, interrupted } of uploads) {
      if (!interrupted || started.current.has(id)) continue;
      started.current.add(id);
      // One after another, because each picture takes memory and all of the processor.
      last.current = last.current.then(async () => {
        // Or the photos that wait their turn would open the detector again, and nobody would close it.
        if (left.current) return;
        try {
          detector.current ??= openDetector();
          const detection = await detectOn(await detector.current, file);
          setDetections((before) => new Map(before).set(id, detection));
        } catch (error) {
          console.warn('A waiting photo was not analyzed on this device', error);
        }
      });
    }
  }, [uploads]);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
      const opened = detector.current;
      detector.current = null;
      void opened?.then((each) => each.close()).catch(() => undefined);
    };
  }, []);
  return detections;
}
