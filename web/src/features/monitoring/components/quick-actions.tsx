import { Link } from '@tanstack/react-router';
import { Flag, FlagOff, MessageSquare, PanelsTopLeft, Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Inspection } from '#contract/inspections.ts';
import { useUnflag } from '#web/features/monitoring/api.ts';
import { Button } from '#web/ui/button.tsx';

const FlagDialog = lazy(async () => ({
  default: (await import('#web/features/monitoring/components/flag-dialog.tsx')).FlagDialog,
}));
const MessageDialog = lazy(async () => ({
  default: (await import('#web/features/monitoring/components/review-dialogs.tsx')).MessageDialog,
}));

/** A link to the inspection's own page: the area analysis, or the review of a standalone inspection. */
function FullPage({ inspection }: { inspection: Inspection }) {
  return (
    <Button variant="secondary" asChild>
      {inspection.areaSessionId ? (
        <Link to="/area-analysis" search={{ sessionId: inspection.areaSessionId }}>
          <PanelsTopLeft aria-hidden="true" />
          Open Area Analysis
        </Link>
      ) : (
        <Link to="/inspection-review/$id" params={{ id: inspection.id }}>
          <PanelsTopLeft aria-hidden="true" />
          Open Inspection
        </Link>
      )}
    </Button>
  );
}

/** Send Message, Flag for Review or Remove Flag, and a link to the full page. */
export function QuickActions({ inspection }: { inspection: Inspection }) {
  const [dialog, setDialog] = useState<'message' | 'flag' | null>(null);
  const unflag = useUnflag();
  const close = () => setDialog(null);
  return (
    <section>
      <h3 className="mb-2 text-small font-semibold text-ink-2">Quick Actions</h3>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => setDialog('message')}>
          <MessageSquare aria-hidden="true" />
          Send Message
        </Button>
        {inspection.abilities.flag && !inspection.flag && (
          <Button variant="secondary" onClick={() => setDialog('flag')}>
            <Flag aria-hidden="true" />
            Flag for Review
          </Button>
        )}
        {inspection.abilities.flag && inspection.flag && (
          <>
            <Button variant="secondary" pending={unflag.isPending} onClick={() => unflag.mutate(inspection)}>
              {!unflag.isPending && <FlagOff aria-hidden="true" />}
              Remove Flag
            </Button>
            <Button variant="secondary" onClick={() => setDialog('flag')}>
              <Pencil aria-hidden="true" />
              Edit Note
            </Button>
          </>
        )}
        <FullPage inspection={inspection} />
      </div>
      <Suspense fallback={null}>
        {dialog === 'message' && <MessageDialog inspection={inspection} onClose={close} />}
        {dialog === 'flag' && <FlagDialog inspection={inspection} onClose={close} />}
      </Suspense>
    </section>
  );
}
