import type { AreaSession } from '#contract/areas.ts';

/** The query parameters of the pages of an area session. */
export const areaSearchOf = ({ id, runId, area, property }: AreaSession) => ({
  runId,
  sessionId: id,
  areaName: area.name,
  propertyId: property.id,
});

/** The query parameters of the live inspection that belongs to an area session. */
export const liveSearchOf = ({ id, area, property }: AreaSession) => ({
  propertyId: property.id,
  area: area.code,
  sessionId: id,
});

/** The query parameters of the Upload Photos page of an area session. */
export const photoSearchOf = ({ id, area }: AreaSession) => ({ sessionId: id, category: area.code });
