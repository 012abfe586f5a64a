import { Image, Split } from 'lucide-react';
import type { Finding } from '#contract/findings.ts';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { useSeparate } from '#web/features/findings/same-defects.ts';
import { Button } from '#web/ui/button.tsx';

/** The other photos of a merged defect, with a button to separate each one. */
export function FindingParts({ finding, onOpen }: { finding: Finding; onOpen: (finding: Finding) => void }) {
  const separate = useSeparate();
  const { parts } = finding;
  if (parts.length === 0) return null;
  const shown = parts.filter(({ photoId }) => photoId !== null);
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <span className="w-full text-small text-ink-2">
        {t('Merged from {findings}', { findings: plural(parts.length + 1, 'finding') })}
      </span>
      {shown.map(({ id, photoId }, index) => (
        <Button
          key={id}
          variant="ghost"
          size="sm"
          className="first-of-type:-ms-3"
          aria-label={t('View {title} in photo {index}', { title: finding.title, index: index + 2 })}
          onClick={() => onOpen({ ...finding, photoId })}
        >
          <Image aria-hidden="true" />
          {t('Photo {index}', { index: index + 2 })}
        </Button>
      ))}
      {finding.abilities.edit && (
        <Button
          variant="ghost"
          size="sm"
          className="-me-3 ms-auto"
          pending={separate.isPending}
          aria-label={t('Separate {title}', { title: finding.title })}
          onClick={() => separate.mutate({ id: finding.id })}
        >
          <Split aria-hidden="true" />
          {t('Separate')}
        </Button>
      )}
    </div>
  );
}
