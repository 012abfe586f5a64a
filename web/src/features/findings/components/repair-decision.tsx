import type { Finding } from '#contract/findings.ts';
import { t } from '#contract/language.ts';
import { useDecision } from '#web/features/findings/use-decision.ts';
import type { Scope } from '#web/lib/scope.ts';
import { Button } from '#web/ui/button.tsx';

interface RepairDecisionProps {
  finding: Finding;
  scope: Scope;
  /** Called after the decision. */
  onDecided?: () => void;
}

/** Asks a person who sees both photos whether the finding is resolved. */
export function RepairDecision({ finding, scope, onDecided }: RepairDecisionProps) {
  const { resolve, keep } = useDecision(finding, scope, onDecided);
  return (
    <div role="group" aria-label={t('Is it repaired?')} className="grid grid-cols-2 gap-2.5">
      <Button variant="secondary" onClick={keep}>
        {t('Still There')}
      </Button>
      <Button onClick={resolve}>{t('Resolved')}</Button>
    </div>
  );
}
