import { getRouteApi, Navigate } from '@tanstack/react-router';
import type { AreaSession } from '#contract/areas.ts';
import { areaSearchOf } from '#web/features/areas/area-search.ts';
import { AreaSessionGate } from '#web/features/areas/components/area-session-gate.tsx';
import { InspectionGate } from '#web/features/inspections/components/inspection-gate.tsx';
import { PhotoInspection } from './inspection-content.tsx';
import { PhotoInspectionSkeleton } from './inspection-skeleton.tsx';
import { placeOfArea, placeOfInspection } from './photo-place.tsx';
import { UploadPhotos } from './upload-photos.tsx';
import { usableId } from './usable-id.ts';

const route = getRouteApi('/guarded/photo-upload');

/**
 * Shows Upload Photos when a category or an AI request is given, otherwise the Photo Inspection page or the area's
 * page.
 */
export default function PhotoUploadScreen() {
  const { inspectionId, sessionId, category, aiRequest } = route.useSearch();
  const id = usableId(inspectionId);
  const ofCategory = category !== undefined || aiRequest !== undefined;
  const asked = { category, aiRequest: aiRequest === 'true' };
  const inArea = (areaSession: AreaSession) =>
    ofCategory ? (
      <UploadPhotos key={areaSession.id} place={placeOfArea(areaSession)} {...asked} />
    ) : (
      <Navigate to="/area-inspection" search={areaSearchOf(areaSession)} replace />
    );
  if (!id && sessionId) return <AreaSessionGate areaSessionId={sessionId}>{inArea}</AreaSessionGate>;
  if (!id) return <Navigate to="/" replace />;
  return (
    <InspectionGate id={id} loading={<PhotoInspectionSkeleton />}>
      {(inspection) =>
        !ofCategory ? (
          <PhotoInspection key={id} inspection={inspection} />
        ) : inspection.areaSessionId ? (
          <AreaSessionGate areaSessionId={inspection.areaSessionId}>{inArea}</AreaSessionGate>
        ) : (
          <UploadPhotos key={id} place={placeOfInspection(inspection)} {...asked} />
        )
      }
    </InspectionGate>
  );
}
