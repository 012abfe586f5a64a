import { lazy, Suspense, useState } from 'react';
import { atFirstTouch } from '#web/lib/first-touch.ts';
import type { ConfirmDialogProps } from '#web/ui/confirm-dialog-panel.tsx';

const load = () => import('#web/ui/confirm-dialog-panel.tsx');
const Panel = lazy(load);
atFirstTouch(() => void load().catch(() => undefined));

/**
 * Confirms an action that cannot be undone. The caller closes it when the action is done. Its code is loaded when the
 * page is first touched, because many screens can ask and none asks before.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [wanted, setWanted] = useState(props.open);
  if (props.open && !wanted) setWanted(true);
  return wanted ? (
    <Suspense fallback={null}>
      <Panel {...props} />
    </Suspense>
  ) : null;
}
