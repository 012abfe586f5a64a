import { getRouteApi, Navigate } from '@tanstack/react-router';
import { InspectionGate } from '#web/features/inspections/components/inspection-gate.tsx';
import { PhotoInspection } from './inspection-content.tsx';
import { PhotoInspectionSkeleton } from './inspection-skeleton.tsx';
import { usableId } from './usable-id.ts';

const route = getRouteApi('/guarded/photo-inspection');

/** The photos of an inspection, area by area. */
export default function PhotoInspectionScreen() {
  const id = usableId(route.useSearch().inspectionId);
  if (!id) return <Navigate to="/" replace />;
  return (
    <InspectionGate id={id} loading={<PhotoInspectionSkeleton />}>
      {(inspection) => <PhotoInspection key={id} inspection={inspection} />}
    </InspectionGate>
  );
}
