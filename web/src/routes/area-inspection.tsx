import { getRouteApi } from '@tanstack/react-router';
import { AreaSessionGate } from '#web/routes/area-session-gate.tsx';
import { AreaWork } from '#web/routes/area-inspection-work.tsx';

const route = getRouteApi('/guarded/area-inspection');

/** The field work of one area. */
export default function AreaInspectionScreen() {
  const { sessionId } = route.useSearch();
  return (
    <AreaSessionGate sessionId={sessionId}>
      {(session) => <AreaWork key={session.id} session={session} />}
    </AreaSessionGate>
  );
}
