import { getRouteApi, Navigate } from '@tanstack/react-router';
import { InspectionGate } from '#web/routes/inspection-gate.tsx';
import { PhotoInspection } from '#web/routes/photo-inspection-content.tsx';
import { PhotoInspectionSkeleton } from '#web/routes/photo-inspection-skeleton.tsx';
import { UploadPhotos } from '#web/routes/upload-photos.tsx';
import { usableId } from '#web/routes/usable-id.ts';

const route = getRouteApi('/guarded/photo-upload');

/** With a category or an AI request the Upload Photos page, else the Photo Inspection page. */
export default function PhotoUploadScreen() {
  const { inspectionId, category, aiRequest } = route.useSearch();
  const id = usableId(inspectionId);
  if (!id) return <Navigate to="/" replace />;
  return (
    <InspectionGate id={id} loading={<PhotoInspectionSkeleton />}>
      {(inspection) =>
        category !== undefined || aiRequest !== undefined ? (
          <UploadPhotos key={id} inspection={inspection} category={category} aiRequest={aiRequest === 'true'} />
        ) : (
          <PhotoInspection key={id} inspection={inspection} />
        )
      }
    </InspectionGate>
  );
}
