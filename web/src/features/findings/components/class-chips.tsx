import { Check } from 'lucide-react';
import { findingCategoryLabels, type FindingCategory } from '#contract/finding-categories.ts';
import { t } from '#contract/language.ts';
import { cn } from '#web/lib/cn.ts';

interface ClassChipsProps {
  /** The most likely classes, the likeliest first. */
  likely: readonly FindingCategory[];
  chosen: FindingCategory | undefined;
  onChoose: (category: FindingCategory) => void;
}

/** The three most likely classes of a finding, each chosen by one tap. */
export function ClassChips({ likely, chosen, onChoose }: ClassChipsProps) {
  const shown = [...new Set(likely)].slice(0, 3);
  if (shown.length < 2) return null;
  return (
    <div role="group" aria-label={t('Most likely classes')} className="flex flex-wrap gap-1.5">
      {shown.map((category) => (
        <button
          key={category}
          type="button"
          aria-pressed={category === chosen}
          onClick={() => onChoose(category)}
          className={cn(
            'flex min-h-9 items-center gap-1.5 rounded-full border border-line bg-surface px-3 text-small font-medium touch:min-h-11',
            category === chosen && 'border-accent bg-accent-soft text-accent',
          )}
        >
          {category === chosen && <Check aria-hidden="true" className="size-4" />}
          {findingCategoryLabels[category]}
        </button>
      ))}
    </div>
  );
}
