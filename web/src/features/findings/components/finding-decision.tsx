import type { FindingCategory } from '#contract/finding-categories.ts';
import type { Finding } from '#contract/findings.ts';
import { t } from '#contract/language.ts';
import { decisionText } from '#web/features/findings/finding-texts.ts';
import { useDecision } from '#web/features/findings/use-decision.ts';
import { Button } from '#web/ui/button.tsx';
import type { Scope } from '#web/lib/scope.ts';
import { ClassChips } from './class-chips.tsx';
import { DismissMenu } from './dismiss-menu.tsx';

interface FindingDecisionProps {
  finding: Finding;
  scope: Scope;
  /** Other classes that the AI thinks possible, the likeliest first. */
  alternatives?: readonly FindingCategory[];
  /** Called once a pending finding is confirmed or dismissed, to show the next one. */
  onDecided: () => void;
  /** Confirm has the focus when the dialog opens. */
  focused?: boolean;
}

/** Dismiss and Confirm for a pending finding; for others, the decision and its undo. */
export function FindingDecision({ finding, scope, alternatives = [], onDecided, focused }: FindingDecisionProps) {
  const { confirm, confirmAs, dismiss, resolve, restore } = useDecision(
    finding,
    scope,
    finding.status === 'pending' ? onDecided : undefined,
  );
  if (!finding.abilities.edit)
    return (
      <p className="py-2.5 text-center text-ink-2">
        {t('This finding is {decision}', { decision: decisionText(finding) })}
      </p>
    );
  const dismissButton = (
    <DismissMenu onDismiss={dismiss}>
      <Button variant="secondary">{t('Dismiss')}</Button>
    </DismissMenu>
  );
  if (finding.status === 'pending')
    return (
      <div className="grid gap-2.5">
        <ClassChips likely={[finding.category, ...alternatives]} chosen={finding.category} onChoose={confirmAs} />
        <div className="grid grid-cols-2 gap-2.5">
          {dismissButton}
          <Button onClick={confirm} data-autofocus={focused || undefined}>
            {t('Confirm')}
          </Button>
        </div>
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
          <Button variant="secondary" onClick={resolve}>
            {t('Mark as Resolved')}
          </Button>
        )}
        {finding.status === 'confirmed' && finding.source === 'person' ? (
          dismissButton
        ) : (
          <Button variant="secondary" onClick={restore}>
            {t('Undo')}
          </Button>
        )}
      </span>
    </div>
  );
}
