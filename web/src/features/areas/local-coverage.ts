import type { ChecklistItem } from '#contract/checklists.ts';
import type { Coverage } from '#contract/coverage.ts';

/**
 * The coverage of an area with this device's answers applied. Until the checklist has loaded, the server's coverage.
 */
export function localCoverage(coverage: Coverage, checklist: readonly ChecklistItem[] | undefined): Coverage {
  if (!checklist || checklist.length === 0) return coverage;
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
