import { getRouteApi } from '@tanstack/react-router';
import { AreaSessionGate } from '#web/routes/area-session-gate.tsx';
import { AreaAnalysis } from '#web/routes/area-analysis-content.tsx';

const route = getRouteApi('/guarded/area-analysis');

/** What was found in one area. */
export default function AreaAnalysisScreen() {
  const { sessionId } = route.useSearch();
  return (
    <AreaSessionGate sessionId={sessionId}>
      {(session) => <AreaAnalysis key={session.id} session={session} />}
    </AreaSessionGate>
  );
}
