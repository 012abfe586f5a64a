import { getRouteApi } from '@tanstack/react-router';
import { AreaSessionGate } from '#web/features/areas/components/area-session-gate.tsx';
import { AreaAnalysis } from './content.tsx';

const route = getRouteApi('/guarded/area-analysis');

/** The analysis of one area. */
export default function AreaAnalysisScreen() {
  const { sessionId } = route.useSearch();
  return (
    <AreaSessionGate areaSessionId={sessionId}>
      {(areaSession) => <AreaAnalysis key={areaSession.id} areaSession={areaSession} />}
    </AreaSessionGate>
  );
}
