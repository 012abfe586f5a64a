import { getRouteApi } from '@tanstack/react-router';
import { t } from '#contract/language.ts';
import { AreaSessionGate } from '#web/features/areas/components/area-session-gate.tsx';
import { FirstPhotos } from '#web/ui/first-photos.tsx';
import { ScreenSpinner } from '#web/ui/spinner.tsx';
import { AreaWork } from './work.tsx';

const loading = (
  <>
    <FirstPhotos last />
    <ScreenSpinner label={t('Loading the area')} />
  </>
);

const route = getRouteApi('/guarded/area-inspection');

/** The inspection of one area. */
export default function AreaInspectionScreen() {
  const { sessionId, finish } = route.useSearch();
  return (
    <AreaSessionGate areaSessionId={sessionId} loading={loading}>
      {(areaSession) => <AreaWork key={areaSession.id} areaSession={areaSession} finish={finish === 'true'} />}
    </AreaSessionGate>
  );
}
