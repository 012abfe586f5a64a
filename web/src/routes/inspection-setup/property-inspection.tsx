import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ClipboardCheck, History } from 'lucide-react';
import { isHandedIn } from '#contract/cases.ts';
import { t } from '#contract/language.ts';
import type { PropertyListItem } from '#contract/properties.ts';
import { plural } from '#contract/texts.ts';
import { downloadDetector } from '#web/features/frames/device/use-detector.ts';
import { latestAreaSessionQuery } from '#web/features/areas/api.ts';
import { RunRequirements } from '#web/features/cases/components/requirement-list.tsx';
import { propertyQuery } from '#web/features/properties/api.ts';
import { PropertyNotFound } from '#web/features/properties/components/property-not-found.tsx';
import { activeRunQuery, runQuery } from '#web/features/areas/run-queries.ts';
import { useStartRun } from '#web/features/runs/api.ts';
import { useRunChanges } from '#web/features/runs/use-run-changes.ts';
import { RunAreas, RunSkeleton } from '#web/features/runs/components/run-areas.tsx';
import { RunOverview } from '#web/features/runs/components/run-overview.tsx';
import { useUser } from '#web/lib/auth.tsx';
import { StandaloneInspections } from '#web/features/inspections/components/standalone-inspections.tsx';
import { openInspectionsQuery } from '#web/features/inspections/open-inspections.ts';
import { StartPhotoInspection } from '#web/features/inspections/components/start-photo-inspection.tsx';
import { StartLiveInspection } from '#web/features/inspections/components/start-live-inspection.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DueText } from '#web/ui/due-text.tsx';
import { overLinkClass, Page, PageHeader } from '#web/ui/page.tsx';
import { isMissing } from '#web/ui/not-found-state.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

function StartCard({ property, again }: { property: PropertyListItem; again: boolean }) {
  const start = useStartRun(property.id);
  const open = property.pendingCases.find((item) => item.status === 'pending' && !item.onboardingCompleted);
  return (
    <Card>
      <EmptyState
        icon={ClipboardCheck}
        title={
          open
            ? t('Complete onboarding first')
            : again
              ? t('No area-by-area inspection in progress')
              : t('Ready to inspect')
        }
        actions={
          property.abilities.startInspection ? (
            <Button
              size="lg"
              variant={again ? 'secondary' : 'primary'}
              pending={start.isPending}
              onClick={() => start.mutate()}
            >
              {t('Start Inspection')}
            </Button>
          ) : open ? (
            <Button size="lg" asChild>
              <Link to="/inspection-setup" search={{ caseId: open.id }}>
                {t('Complete Onboarding')}
              </Link>
            </Button>
          ) : undefined
        }
      >
        {open ? (
          <>
            {t('Confirm the property and read the requirements of case')}{' '}
            <span className="whitespace-nowrap">{open.caseNumber}</span> {t('asks for.')}
          </>
        ) : (
          t('Photograph the property area by area. It takes 30 to 60 minutes, and you can pause at any time.')
        )}
      </EmptyState>
    </Card>
  );
}

/** The latest run, shown when none is in progress. */
function LastRun({ propertyId }: { propertyId: string }) {
  const latest = useQuery(latestAreaSessionQuery(propertyId));
  const runId = latest.data?.[0]?.runId;
  const { data } = useQuery({ ...runQuery(runId ?? ''), enabled: runId !== undefined });
  if (!data) return null;
  return (
    <section className="grid gap-4">
      <h2 className="heading flex items-center gap-2">
        <History aria-hidden="true" className="size-5 text-ink-2" />
        {t('Last inspection')}
      </h2>
      <RunOverview run={data.run} alsoDownload={downloadDetector} />
      <RunAreas run={data.run} />
    </section>
  );
}

function Subtitle({ property }: { property: PropertyListItem }) {
  const next = property.pendingCases.find((item) => !isHandedIn(item));
  return (
    <span className="flex flex-wrap gap-x-3">
      <span className="min-w-0">
        {property.address}, {property.city}
        {property.totalRooms === null ? '' : ` · ${plural(property.totalRooms, 'room')}`}
      </span>
      {next && <DueText dueDate={next.dueDate} />}
    </span>
  );
}

/** The inspection of a property: its current run with progress and areas, or a way to start one. */
export function PropertyInspection({ propertyId }: { propertyId: string }) {
  const property = useQuery(propertyQuery(propertyId));
  const active = useQuery(activeRunQuery(propertyId));
  const error = property.error ?? active.error;
  const run = useRunChanges(active.data?.run);
  const ofRun = run ? run.progress.filter(({ abilities }) => abilities.work) : null;
  const mine = property.data?.userId === useUser().id;
  const open = useQuery(openInspectionsQuery);
  const standaloneFirst = !error && active.data && !run && open.data?.some((item) => item.propertyId === propertyId);
  if (isMissing(error))
    return (
      <Page>
        <PropertyNotFound />
      </Page>
    );
  const standalone = property.data && <StandaloneInspections propertyId={propertyId} />;
  return (
    <Page>
      <PageHeader
        title={property.data?.name ?? t('Property Inspection')}
        over={
          <>
            <Link to="/properties" className={overLinkClass}>
              {t('My Properties')}
            </Link>
            {run?.caseNumber && ` · ${run.caseNumber}`}
          </>
        }
        subtitle={property.data ? <Subtitle property={property.data} /> : '\u00a0'}
        actions={
          property.data &&
          active.data &&
          mine && (
            <>
              <StartLiveInspection propertyId={propertyId} ofRun={ofRun} />
              <StartPhotoInspection property={property.data} ofRun={ofRun} />
            </>
          )
        }
      />
      {error ? (
        <Card>
          <ErrorState error={error} onRetry={() => void Promise.all([property.refetch(), active.refetch()])} />
        </Card>
      ) : property.data && active.data ? (
        run ? (
          <>
            <RunOverview run={run} alsoDownload={downloadDetector} />
            {run.caseId && <RunRequirements caseId={run.caseId} />}
            <RunAreas run={run} />
          </>
        ) : (
          <>
            {standaloneFirst && standalone}
            <StartCard
              property={property.data}
              again={property.data.pendingCases.every(({ status }) => status !== 'pending')}
            />
            <LastRun propertyId={propertyId} />
          </>
        )
      ) : (
        <RunSkeleton />
      )}
      {!standaloneFirst && standalone}
    </Page>
  );
}
