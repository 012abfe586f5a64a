import type { ReactNode } from 'react';
import { t } from '#contract/language.ts';
import { shownPlanStatus, type Plan } from '#contract/plans.ts';
import { plural } from '#contract/texts.ts';
import { PropertyPlanNote } from '#web/features/plans/components/plan-header.tsx';
import { NewVersionNote } from '#web/features/plans/components/versions-card.tsx';

const Note = ({ children }: { children: ReactNode }) => (
  <p role="note" className="rounded-card border border-line bg-sunken px-4 py-3 text-ink-2">
    {children}
  </p>
);

/** What a reader should know of a plan before reading its items, and what still keeps it from being sent. */
export function PlanNotes({ plan, admin }: { plan: Plan; admin: boolean }) {
  const unconfirmed = plan.unconfirmedFindings ?? 0;
  // While the brand decides, an owner can neither confirm findings nor add them to the plan.
  const isEditor = admin || plan.abilities.addLine;
  return (
    <>
      <PropertyPlanNote plan={plan} />
      {shownPlanStatus(plan) === 'draft' && !plan.abilities.submit && !admin && (
        <Note>{t('Draft. The brand reviews it before you accept.')}</Note>
      )}
      {unconfirmed > 0 && (
        <Note>
          {unconfirmed === 1
            ? t('1 finding is not confirmed and not in this plan.')
            : t('{unconfirmed} findings are not confirmed and not in this plan.', { unconfirmed })}
          {isEditor &&
            ` ${unconfirmed === 1 ? t('Confirm or dismiss it, then generate the plan again.') : t('Confirm or dismiss them, then generate the plan again.')}`}
        </Note>
      )}
      {admin && plan.undecidedItems > 0 && plan.status !== 'completed' && (
        <Note>
          {t('{items} to decide on before you can send the plan.', { items: plural(plan.undecidedItems, 'item') })}
        </Note>
      )}
      {plan.openRequests > 0 && (
        <Note>
          {admin
            ? t('{requests} of the owner to answer before you can send the plan.', {
                requests: plural(plan.openRequests, 'request'),
              })
            : t("{requests} waiting for the brand's answer.", { requests: plural(plan.openRequests, 'request') })}
        </Note>
      )}
      <NewVersionNote plan={plan} />
    </>
  );
}
