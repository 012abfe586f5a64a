import type { Run } from '#contract/runs.ts';
import { parentOfRun, submissionKind } from '#web/features/runs/run-kinds.ts';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import { scopePath } from '#web/lib/scope.ts';

outbox.register(submissionKind);

/** Submits an inspection, once everything that the device has of its areas is saved. */
export function submitRun(run: Run): string {
  const unsent = run.progress.flatMap(({ id }) =>
    outbox.of(scopePath({ of: 'area-sessions', id })).filter(({ stage }) => stage !== 'saved'),
  );
  return outbox.add(submissionKind, {
    parent: parentOfRun(run),
    payload: { runId: run.id },
    after: unsent.map(({ entry }) => entry.id),
  });
}
