import { Link } from '@tanstack/react-router';
import {
  Camera,
  CircleAlert,
  CircleSlash,
  EllipsisVertical,
  ImagePlus,
  ListChecks,
  TriangleAlert,
  Undo2,
  Video,
} from 'lucide-react';
import { useState } from 'react';
import type { AreaSession } from '#contract/areas.ts';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { addBackArea, changeArea } from '#web/features/areas/area-outbox.ts';
import { areaSearchOf, liveSearchOf, photoSearchOf } from '#web/features/areas/area-search.ts';
import { shownStatus } from '#web/features/areas/area-status.ts';
import { NotApplicableDialog } from '#web/features/runs/components/not-applicable-dialog.tsx';
import { cn } from '#web/lib/cn.ts';
import { toast } from '#web/lib/toast.ts';
import { UnsentAreaNote } from '#web/features/areas/components/unsent-area-note.tsx';
import { AreaIcon } from '#web/features/areas/components/area-icon.tsx';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger } from '#web/ui/dropdown-menu.tsx';
import { Score } from '#web/ui/score.tsx';
import { iconButtonClass } from '#web/ui/icon-button-class.ts';

function AreaStatus({ areaSession }: { areaSession: AreaSession }) {
  return <StatusBadge status={shownStatus(areaSession)} />;
}

function NotApplicableCard({ areaSession }: { areaSession: AreaSession }) {
  return (
    <Card className="flex flex-wrap items-center gap-3 bg-transparent py-2.5 pe-2 ps-[18px] [border-style:dashed]">
      <AreaIcon name={areaSession.area.icon} className="size-5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1">
        <h3 className="font-strong text-ink-2">{t(areaSession.area.name)}</h3>
        <p className="text-small text-ink-2">{areaSession.notApplicableReason}</p>
      </div>
      {areaSession.abilities.restore && (
        <Button
          variant="ghost"
          size="sm"
          className="px-2.5"
          aria-label={t('Add back {name}', { name: areaSession.area.name })}
          onClick={() => addBackArea(areaSession)}
        >
          <Undo2 aria-hidden="true" />
          {t('Add back')}
        </Button>
      )}
      <div className="w-full empty:hidden">
        <UnsentAreaNote areaSession={areaSession} compact />
      </div>
    </Card>
  );
}

function AreaMenu({ areaSession }: { areaSession: AreaSession }) {
  const [asking, setAsking] = useState(false);
  function leaveOut(reason: string) {
    setAsking(false);
    changeArea(areaSession, { status: 'not_applicable', reason });
    toast({
      title: t('{name} is not at this property', { name: areaSession.area.name }),
      description: reason,
      action: { label: t('Undo'), run: () => addBackArea(areaSession) },
    });
  }
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger
          aria-label={t('More for {name}', { name: areaSession.area.name })}
          className={cn(iconButtonClass(), 'absolute end-1.5 bottom-1.5')}
        >
          <EllipsisVertical aria-hidden="true" />
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem asChild>
            <Link to="/live-inspection" search={liveSearchOf(areaSession)}>
              <Video aria-hidden="true" />
              {t('Live Inspection')}
            </Link>
          </DropdownMenuItem>
          <DropdownMenuItem asChild>
            <Link to="/photo-upload" search={photoSearchOf(areaSession)}>
              <ImagePlus aria-hidden="true" />
              {t('Photo Inspection')}
            </Link>
          </DropdownMenuItem>
          {areaSession.abilities.leaveOut && (
            <DropdownMenuItem onSelect={() => setAsking(true)}>
              <CircleSlash aria-hidden="true" />
              {t('Not at this property')}
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {asking && (
        <NotApplicableDialog areaName={areaSession.area.name} onClose={() => setAsking(false)} onConfirm={leaveOut} />
      )}
    </>
  );
}

/** One of the ten areas of an inspection. It links to the field work, or to the analysis once the area is completed. */
export function AreaCard({ areaSession }: { areaSession: AreaSession }) {
  if (areaSession.status === 'not_applicable') return <NotApplicableCard areaSession={areaSession} />;
  const { area, coverage, photoCount, issuesDetected, status, reviewStatus, reviewNote } = areaSession;
  const search = areaSearchOf(areaSession);
  const sentBack = reviewStatus === 'requires_action' && status !== 'completed';
  return (
    <Card className="relative flex flex-col transition-colors hover:border-line-strong">
      <Link
        to={status === 'completed' ? '/area-analysis' : '/area-inspection'}
        search={search}
        className="flex flex-1 flex-col gap-3 rounded-card p-[18px]"
      >
        <span className="flex items-start gap-3">
          <span className="grid size-10 shrink-0 place-items-center rounded-control bg-accent-soft text-accent">
            <AreaIcon name={area.icon} />
          </span>
          <span className="min-w-0 flex-1">
            <span className="flex items-start justify-between gap-x-3 max-[18rem]:flex-wrap">
              <span className="font-strong">{t(area.name)}</span>
              <AreaStatus areaSession={areaSession} />
            </span>
            <span className="block text-small text-ink-2">{t(area.description ?? '')}</span>
          </span>
        </span>
        {sentBack && reviewNote && (
          <span className="flex gap-2 rounded-control bg-high-soft px-3 py-2 text-small text-high">
            <TriangleAlert aria-hidden="true" className="mt-px size-4 shrink-0" />
            {reviewNote}
          </span>
        )}
        <span
          className={cn(
            'mt-auto flex min-h-[22px] flex-wrap items-center gap-x-4 gap-y-1 text-small text-ink-2',
            // Room for the menu in the corner.
            areaSession.abilities.work && 'pe-6',
          )}
        >
          <span className="flex items-center gap-1.5">
            <Camera aria-hidden="true" className="size-4 text-ink-3" />
            {plural(photoCount, 'photo')}
          </span>
          <span className="flex items-center gap-1.5">
            <CircleAlert aria-hidden="true" className="size-4 text-ink-3" />
            {plural(issuesDetected, 'finding')}
          </span>
          {status === 'not_started' ? (
            <span className="flex items-center gap-1.5">
              <ListChecks aria-hidden="true" className="size-4 text-ink-3" />
              {t('{answered} of {checks}', { answered: coverage.answered, checks: plural(coverage.checks, 'check') })}
            </span>
          ) : (
            <Score score={areaSession.complianceScore} coverage={coverage} />
          )}
        </span>
      </Link>
      <div className="px-[18px] pe-14 pb-3 empty:hidden">
        <UnsentAreaNote areaSession={areaSession} compact />
      </div>
      {areaSession.abilities.work && <AreaMenu areaSession={areaSession} />}
    </Card>
  );
}
