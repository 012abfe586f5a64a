import { t } from '#contract/language.ts';
import type { Photo } from '#contract/photos.ts';
import type { PhotoBox } from '#web/ui/box-layer.tsx';

/** Boxes of detected objects, with the same color for objects of one kind. */
export function objectBoxes({ aiAnalysis }: Pick<Photo, 'aiAnalysis'>): PhotoBox[] {
  const objects = aiAnalysis?.objects ?? [];
  const kinds = [...new Set(objects.map(({ name }) => name))];
  return objects.flatMap(({ name, confidence, boundingBox }, index) =>
    boundingBox
      ? [
          {
            id: `object-${index}`,
            ...boundingBox,
            label: `${t(name)} ${Math.round(confidence)}`,
            tone: kinds.indexOf(name),
          },
        ]
      : [],
  );
}
