import { ShieldCheck } from 'lucide-react';
import { t } from '#contract/language.ts';
import { EmptyState } from '#web/ui/states.tsx';

/** Shown instead of an empty list of findings; it is final only once every photo is analyzed. */
export const NothingFlagged = ({ analyzing }: { analyzing: boolean }) => (
  <EmptyState icon={ShieldCheck} title={analyzing ? t('Nothing flagged yet') : t('Nothing flagged')} className="py-8">
    {analyzing ? t('Findings appear here once photos are analyzed.') : t('Add a finding for anything else you see.')}
  </EmptyState>
);
