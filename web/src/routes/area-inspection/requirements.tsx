import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { AreaSession } from '#contract/areas.ts';
import { t } from '#contract/language.ts';
import type { Photo } from '#contract/photos.ts';
import type { AreaRequirement } from '#contract/requirements.ts';
import { areaRequirementsQuery, checklistQuery, useChooseEvidence } from '#web/features/checklists/api.ts';
import { metTextOfArea, RequirementRows } from '#web/features/checklists/components/requirement-rows.tsx';
import { formatTime } from '#web/lib/format.ts';
import { cn } from '#web/lib/cn.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Sheet, SheetContent } from '#web/ui/sheet.tsx';
import { ErrorState } from '#web/ui/states.tsx';

interface RequirementsProps {
  areaSession: AreaSession;
  photos: readonly Photo[];
}

interface EvidenceSheetProps extends RequirementsProps {
  requirement: AreaRequirement;
  onClose: () => void;
}

const choiceClass = (chosen: boolean) =>
  cn('rounded-control border text-start', chosen ? 'border-2 border-accent' : 'border-line hover:border-line-strong');

/** Chooses the photo or the passed check that meets a requirement. */
function EvidenceSheet({ areaSession, photos, requirement, onClose }: EvidenceSheetProps) {
  const { text, position, photoRequired, evidence } = requirement;
  const choose = useChooseEvidence(areaSession.id);
  const checks = useQuery(checklistQuery({ of: 'area-sessions', id: areaSession.id }));
  const passed = photoRequired ? [] : (checks.data?.filter(({ result }) => result === 'pass') ?? []);
  const save = (chosen: { photoId?: string; checklistItemId?: string }) =>
    choose.mutate({ position, evidence: chosen }, { onSuccess: onClose });
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        title={t('What meets this requirement?')}
        description={text}
        footer={
          evidence && (
            <Button variant="secondary" pending={choose.isPending} onClick={() => save({})}>
              {t('Remove Evidence')}
            </Button>
          )
        }
      >
        {photos.length > 0 ? (
          <ul aria-label={t('Photos of the area')} className="grid grid-cols-3 gap-2.5 sm:grid-cols-4">
            {photos.map(({ id, filename, thumbnailUrl, createdAt }) => (
              <li key={id} className="grid">
                <button
                  type="button"
                  aria-label={t('Photo {filename}, {createdAt}', { filename, createdAt: formatTime(createdAt) })}
                  aria-pressed={evidence?.photoId === id}
                  disabled={choose.isPending}
                  onClick={() => save({ photoId: id })}
                  className={choiceClass(evidence?.photoId === id)}
                >
                  <img src={thumbnailUrl} alt="" className="aspect-square w-full rounded-[7px] object-cover" />
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-ink-2">{t('This area has no photos yet. Take one that shows it, then choose it here.')}</p>
        )}
        {passed.length > 0 && (
          <>
            <h3 className="pt-4 pb-2 text-small font-semibold text-ink-2">{t('Or a passed check')}</h3>
            <ul aria-label={t('Passed checks')} className="grid gap-2">
              {passed.map(({ id, title }) => (
                <li key={id} className="grid">
                  <button
                    type="button"
                    aria-pressed={evidence?.checklistItemId === id}
                    disabled={choose.isPending}
                    onClick={() => save({ checklistItemId: id })}
                    className={cn('min-h-11 px-3.5 py-2', choiceClass(evidence?.checklistItemId === id))}
                  >
                    {title}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </SheetContent>
    </Sheet>
  );
}

/**
 * The brand's requirements for this area and the evidence for each; collapsed once all are met, and hidden if there
 * are none.
 */
export function AreaRequirements({ areaSession, photos }: RequirementsProps) {
  const { data, error, refetch } = useQuery(areaRequirementsQuery(areaSession.id));
  const [choosing, setChoosing] = useState<AreaRequirement | null>(null);
  const [unfolded, setUnfolded] = useState<boolean | null>(null);
  if (error && !data)
    return (
      <Card>
        <ErrorState title={t('The requirements could not be loaded')} error={error} onRetry={() => void refetch()} />
      </Card>
    );
  if (!data || data.length === 0) return null;
  const shown = unfolded ?? data.some(({ met }) => !met);
  return (
    <Card>
      <h2>
        <button
          type="button"
          aria-expanded={shown}
          onClick={() => setUnfolded(!shown)}
          className="flex min-h-11 w-full items-center gap-3 rounded-card px-[18px] py-3 text-start focus-visible:-outline-offset-2"
        >
          <span className="flex flex-1 flex-wrap items-baseline gap-x-3">
            <span className="heading grow">{t('Requirements')}</span>
            <span className="text-small text-ink-2">{metTextOfArea(data)}</span>
          </span>
          <ChevronDown
            aria-hidden="true"
            className={cn('size-4 shrink-0 text-ink-3 transition-transform', shown && 'rotate-180')}
          />
        </button>
      </h2>
      {shown && (
        <div className="border-t border-line px-[18px]">
          <RequirementRows
            requirements={data}
            action={(requirement) =>
              areaSession.abilities.work && (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={t(requirement.evidence ? 'Change evidence for {text}' : 'Choose evidence for {text}', {
                    text: requirement.text,
                  })}
                  onClick={() => {
                    setUnfolded(true);
                    setChoosing(requirement);
                  }}
                >
                  {requirement.evidence ? t('Change') : t('Choose')}
                </Button>
              )
            }
          />
        </div>
      )}
      {choosing && (
        <EvidenceSheet
          areaSession={areaSession}
          photos={photos}
          requirement={choosing}
          onClose={() => setChoosing(null)}
        />
      )}
    </Card>
  );
}
