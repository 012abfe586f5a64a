import { useQuery } from '@tanstack/react-query';
import type { ChecklistItem } from '#contract/checklists.ts';
import type { Coverage } from '#contract/coverage.ts';
import { withAnswers } from '#web/features/checklists/answer-kind.ts';
import { checklistQuery } from '#web/features/checklists/api.ts';
import { scopePath, type Scope } from '#web/lib/scope.ts';
import { useItems } from '#web/lib/use-items.ts';

/** The coverage that these answers make. Until the checklist has loaded, the server's. */
function coverageOf(coverage: Coverage, checklist: readonly ChecklistItem[] = []): Coverage {
  if (checklist.length === 0) return coverage;
  const answered = checklist.filter(({ result }) => result !== null);
  return {
    ...coverage,
    checks: checklist.length,
    answered: answered.length,
    critical: checklist.filter(({ critical }) => critical).length,
    criticalAnswered: answered.filter(({ critical }) => critical).length,
    notApplicable: answered.filter(({ result }) => result === 'not_applicable').length,
  };
}

/** The coverage of an area session or inspection with this device's answers applied. */
export function useLocalCoverage(scope: Scope, coverage: Coverage): Coverage {
  const { data } = useQuery(checklistQuery(scope));
  const items = useItems(scopePath(scope));
  return coverageOf(coverage, data && withAnswers(data, items));
}
