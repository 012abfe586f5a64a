import { getRouteApi, Navigate } from '@tanstack/react-router';
import { InspectionGate } from '#web/features/inspections/components/inspection-gate.tsx';
import { PhotoInspection } from './inspection-content.tsx';
import { PhotoInspectionSkeleton } from './inspection-skeleton.tsx';
import { UploadPhotos } from './upload-photos.tsx';
import { usableId } from './usable-id.ts';

const route = getRouteApi('/guarded/photo-upload');

/** The Upload Photos page with a category or an AI request, otherwise the Photo Inspection page. */
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
