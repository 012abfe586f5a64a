import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { activeRunsQuery } from '#web/features/runs/api.ts';

/** Reports the properties with a running inspection. Loaded after the first paint, because its schemas would delay it. */
export default function RunningInspections({ onChange }: { onChange: (propertyIds: readonly string[]) => void }) {
  const runs = useQuery(activeRunsQuery).data;
  useEffect(() => onChange([...new Set(runs?.map(({ propertyId }) => propertyId))]), [runs, onChange]);
  return null;
}
