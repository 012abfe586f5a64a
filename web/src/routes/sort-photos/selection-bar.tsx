import { Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AreaSession } from '#contract/areas.ts';
import { areaCodes, type AreaCode } from '#contract/area-codes.ts';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Select } from '#web/ui/select.tsx';

interface SelectionBarProps {
  areas: readonly AreaSession[];
  selected: number;
  onMove: (area: AreaCode | null) => void;
  onRemove: () => void;
  onClear: () => void;
  /** Shown while no photo is selected. */
  children: ReactNode;
}

/** The bar at the bottom with the actions for the selected photos, or for all of them. */
export function SelectionBar({ areas, selected, onMove, onRemove, onClear, children }: SelectionBarProps) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]">
      <div className="mx-auto flex max-w-[1120px] flex-wrap items-center justify-end gap-2.5 px-4 py-2.5">
        {selected === 0 ? (
          children
        ) : (
          <>
            <span className="me-auto text-small font-strong">
              {t('{photos} selected', { photos: plural(selected, 'photo') })}
            </span>
            <Select
              aria-label={t('Move to')}
              value=""
              className="min-w-40 flex-1 sm:flex-none"
              onChange={({ target: { value } }) => onMove(areaCodes.find((code) => code === value) ?? null)}
            >
              <option value="" disabled>
                {t('Move to…')}
              </option>
              {areas.map(({ id, area }) => (
                <option key={id} value={area.code}>
                  {t(area.name)}
                </option>
              ))}
              <option value="none">{t('Not sorted')}</option>
            </Select>
            <IconButton label={t('Remove')} onClick={onRemove}>
              <Trash2 aria-hidden="true" className="size-5" />
            </IconButton>
            <IconButton label={t('Clear selection')} onClick={onClear}>
              <X aria-hidden="true" className="size-5" />
            </IconButton>
          </>
        )}
      </div>
    </div>
  );
}
