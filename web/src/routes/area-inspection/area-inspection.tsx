import { getRouteApi } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { t } from '#contract/language.ts';
import { AreaSessionGate } from '#web/features/areas/components/area-session-gate.tsx';
import { FirstPhotos, forgetFirstPhotos } from '#web/ui/first-photos.tsx';
import { ScreenSpinner } from '#web/ui/spinner.tsx';
import { AreaWork } from './work.tsx';

const loading = (
  <>
    <FirstPhotos />
    <ScreenSpinner label={t('Loading the area')} />
  </>
);

const route = getRouteApi('/guarded/area-inspection');

/** The inspection of one area. */
export default function AreaInspectionScreen() {
  const { sessionId, finish } = route.useSearch();
  // Before the next area is drawn.
  useLayoutEffect(() => forgetFirstPhotos, [sessionId]);
  return (
    <AreaSessionGate areaSessionId={sessionId} loading={loading}>
      {(areaSession) => <AreaWork key={areaSession.id} areaSession={areaSession} finish={finish === 'true'} />}
    </AreaSessionGate>
  );
}
