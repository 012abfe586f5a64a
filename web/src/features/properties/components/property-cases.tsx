import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { InspectionCase } from '#contract/cases.ts';
import { inspectionTypeLabels, isHandedIn } from '#contract/cases.ts';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { DueText } from '#web/ui/due-text.tsx';

const maxShown = 2;

/** The label of a case's disabled button after the onboarding. */
const stateText = ({ inspectionStatus }: InspectionCase): string =>
  inspectionStatus === 'pending_review'
    ? t('Pending Analysis')
    : inspectionStatus === 'in_progress'
      ? t('Inspection In Progress')
      : t('Onboarding Complete');

function CaseLine({ case: item }: { case: InspectionCase }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-semibold">{item.caseNumber}</span>
          {item.inspectionStatus === 'requires_action' && <StatusBadge status="requires_action" />}
        </div>
        <div className="text-small text-ink-2">{inspectionTypeLabels[item.inspectionType]}</div>
      </div>
      <DueText dueDate={item.dueDate} handedIn={isHandedIn(item)} className="text-small" />
      <div className="col-span-2">
        {item.onboardingCompleted ? (
          <Button variant="secondary" size="sm" block disabled>
            {stateText(item)}
          </Button>
        ) : (
          <Button variant="secondary" size="sm" block asChild>
            <Link to="/inspection-setup" search={{ caseId: item.id }}>
              {t('Complete Onboarding')}
            </Link>
          </Button>
        )}
      </div>
    </li>
  );
}

/** The first two open cases of a property; the others can be expanded. */
export function PropertyCases({ cases }: { cases: readonly InspectionCase[] }) {
  const [all, setAll] = useState(false);
  const hidden = cases.length - maxShown;
  if (cases.length === 0) return null;
  return (
    <div className="border-t border-line px-[18px]">
      <ul className="divide-y divide-line">
        {cases.slice(0, all ? undefined : maxShown).map((item) => (
          <CaseLine key={item.id} case={item} />
        ))}
      </ul>
      {hidden > 0 && (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="mb-2 min-h-9 text-small font-semibold text-accent hover:underline touch:min-h-11"
        >
          {all ? t('Show fewer') : `+${plural(hidden, 'more case', 'more cases')}`}
        </button>
      )}
    </div>
  );
}
