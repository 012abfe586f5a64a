import type { Finding, FindingStatus } from '#contract/findings.ts';
import { usePatchFinding } from '#web/features/findings/api.ts';
import { decisionText, statusBefore } from '#web/features/findings/finding-texts.ts';
import { Button } from '#web/ui/button.tsx';
import type { Scope } from '#web/lib/scope.ts';

/** Dismiss and Confirm for a pending finding; the decision and its undo for the others. */
export function FindingDecision({ finding, scope }: { finding: Finding; scope: Scope }) {
  const patch = usePatchFinding(scope);
  const decide = (status: FindingStatus) => patch.mutate({ id: finding.id, patch: { status } });
  if (!finding.abilities.edit)
    return <p className="py-2.5 text-center text-ink-2">This finding is {decisionText(finding)}</p>;
  if (finding.status === 'pending')
    return (
      <div className="grid grid-cols-2 gap-2.5">
        <Button variant="secondary" disabled={patch.isPending} onClick={() => decide('dismissed')}>
          Dismiss
        </Button>
        <Button disabled={patch.isPending} onClick={() => decide('confirmed')}>
          Confirm
        </Button>
      </div>
    );
  const decision = decisionText(finding);
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
      <span role="status" className="font-medium">
        {decision.charAt(0).toUpperCase() + decision.slice(1)}
      </span>
      <span className="flex gap-2">
        {finding.status === 'confirmed' && (
          <Button variant="secondary" disabled={patch.isPending} onClick={() => decide('resolved')}>
            Mark as Resolved
          </Button>
        )}
        {finding.status === 'confirmed' && finding.source === 'person' ? (
          <Button variant="secondary" disabled={patch.isPending} onClick={() => decide('dismissed')}>
            Dismiss
          </Button>
        ) : (
          <Button
            variant="secondary"
            disabled={patch.isPending}
            onClick={() => decide(finding.status === 'confirmed' ? 'pending' : statusBefore(finding))}
          >
            Undo
          </Button>
        )}
      </span>
    </div>
  );
}
