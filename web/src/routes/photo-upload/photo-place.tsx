import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AreaSession } from '#contract/areas.ts';
import type { Inspection } from '#contract/inspections.ts';
import { t } from '#contract/language.ts';
import { areaSearchOf } from '#web/features/areas/area-search.ts';
import { AreaNotice } from '#web/features/areas/components/area-notice.tsx';
import { finishLabel } from '#web/features/inspections/finish-label.ts';
import { ReviewNotice } from '#web/features/inspections/components/review-notice.tsx';
import type { ScoredScope } from '#web/features/photos/components/photo-score.tsx';
import type { Scope } from '#web/lib/scope.ts';

interface Way {
  label: string;
  link: LinkProps;
}

/** What uploaded photos belong to, and the screens to link to from there. */
export interface PhotoPlace {
  scope: Scope;
  scored: ScoredScope;
  propertyName: string;
  area: string;
  editable: boolean;
  notice: ReactNode;
  back: Way;
  all: Way;
  next: Way;
}

/** The place of a standalone inspection. */
export const placeOfInspection = (inspection: Inspection): PhotoPlace => ({
  scope: { of: 'inspections', id: inspection.id },
  scored: inspection,
  propertyName: inspection.propertyName,
  area: inspection.area,
  editable: inspection.abilities.work,
  notice: <ReviewNotice inspection={inspection} />,
  back: {
    label: t('Back to Live Inspection'),
    link: { to: '/live-inspection', search: { propertyId: inspection.propertyId, area: inspection.area } },
  },
  all: { label: t('All Areas'), link: { to: '/photo-upload', search: { inspectionId: inspection.id } } },
  next: { label: t('Review'), link: { to: '/inspection-review/$id', params: { id: inspection.id } } },
});

/** The place of an area in a run. */
export const placeOfArea = (areaSession: AreaSession): PhotoPlace => ({
  scope: { of: 'area-sessions', id: areaSession.id },
  scored: areaSession,
  propertyName: areaSession.property.name,
  area: areaSession.area.name,
  editable: areaSession.abilities.work,
  notice: <AreaNotice areaSession={areaSession} />,
  back: {
    label: t('Back to {name}', { name: areaSession.area.name }),
    link: { to: '/area-inspection', search: areaSearchOf(areaSession) },
  },
  all: { label: t('All Areas'), link: { to: '/inspection-setup', search: { propertyId: areaSession.property.id } } },
  next: {
    label: finishLabel,
    link: { to: '/area-inspection', search: { ...areaSearchOf(areaSession), finish: 'true' } },
  },
});
