import { getRouteApi } from '@tanstack/react-router';
import { AreaSessionGate } from '#web/features/areas/components/area-session-gate.tsx';
import { AreaWork } from './work.tsx';

const route = getRouteApi('/guarded/area-inspection');

/** The inspection of one area. */
export default function AreaInspectionScreen() {
  const { sessionId, finish } = route.useSearch();
  return (
    <AreaSessionGate areaSessionId={sessionId}>
      {(areaSession) => <AreaWork key={areaSession.id} areaSession={areaSession} finish={finish === 'true'} />}
    </AreaSessionGate>
  );
}
