import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Camera, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import type { AreaSession } from '#contract/areas.ts';
import { areaReportQuery, useAreaPip } from '#web/features/areas/api.ts';
import { AreaNotice } from '#web/features/areas/components/area-notice.tsx';
import { shownStatus } from '#web/features/areas/area-status.ts';
import { issuesQuery, type FindingHolder } from '#web/features/issues/api.ts';
import { FindingSheet } from '#web/features/issues/components/finding-sheet.tsx';
import { FindingsList } from '#web/features/issues/components/findings-list.tsx';
import { NextArea } from '#web/features/runs/components/next-area.tsx';
import { areaPhotosQuery } from '#web/features/photos/api.ts';
import { AreaSummary } from '#web/routes/area-analysis-summary.tsx';
import { AnalysisGrid } from '#web/routes/analysis-grid.tsx';
import { PhotoDialog } from '#web/routes/photo-dialog.tsx';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { overLinkClass, Page, PageHeader } from '#web/ui/page.tsx';
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

function Actions({ session }: { session: AreaSession }) {
  const report = useQuery(areaReportQuery(session.id));
  const generate = useAreaPip(session.id);
  const navigate = useNavigate();
  const present = report.data?.pipReport;
  const search = {
    runId: session.runId,
    sessionId: session.id,
    areaName: session.area.name,
    propertyId: session.property.id,
  };
  return (
    <>
      <Button variant="secondary" asChild>
        <Link to="/area-inspection" search={search}>
          <Pencil aria-hidden="true" />
          Edit Area
        </Link>
      </Button>
      {present && (
        <Button variant="secondary" asChild>
          <Link to="/pip-report/$id" params={{ id: present.id }}>
            View Report
          </Link>
        </Button>
      )}
      <Button
        disabled={!session.abilities.generatePip || report.isPending}
        title={session.abilities.generatePip ? undefined : 'No issues are detected'}
        pending={generate.isPending}
        onClick={() =>
          generate.mutate(undefined, {
            onSuccess: ({ pipReport }) => void navigate({ to: '/pip-report/$id', params: { id: pipReport.id } }),
          })
        }
      >
        {generate.isPending ? 'Generating PIP...' : present ? 'Update Area PIP' : 'Create Area PIP'}
      </Button>
    </>
  );
}

/** Summary, photos and findings of an area, and its plan. */
export function AreaAnalysis({ session }: { session: AreaSession }) {
  const photos = useQuery(areaPhotosQuery(session.id));
  const holder: FindingHolder = { of: 'area-sessions', id: session.id };
  const issues = useQuery(issuesQuery(holder));
  const [openId, setOpenId] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const list = photos.data?.photos ?? [];
  return (
    <Page>
      <PageHeader
        title={session.area.name}
        over={
          <>
            <Link to="/inspection-setup" search={{ propertyId: session.property.id }} className={overLinkClass}>
              {session.property.name}
            </Link>
            {session.caseNumber && ` · ${session.caseNumber}`}
          </>
        }
        subtitle={
          <span className="flex items-center gap-2">
            Area Analysis <StatusBadge status={shownStatus(session)} />
          </span>
        }
        actions={<Actions session={session} />}
      />
      <AreaNotice session={session} />
      <NextArea session={session} />
      <AreaSummary session={session} photos={photos.data?.photos} issues={issues.data} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_400px]">
        <Card>
          <CardHeader title="Photos" note={photos.data ? 'Open one to see its findings at large' : undefined} />
          <div className="px-3.5 pb-[18px] sm:px-[18px]">
            {photos.data ? (
              list.length > 0 ? (
                <AnalysisGrid photos={list} issues={issues.data ?? []} onOpen={setOpenId} />
              ) : (
                <EmptyState icon={Camera} title="No photos yet">
                  The analysis begins with the first photo of the area.
                </EmptyState>
              )
            ) : photos.error ? (
              <ErrorState error={photos.error} onRetry={() => void photos.refetch()} />
            ) : (
              <div role="status" className="grid grid-cols-2 gap-3 sm:grid-cols-3">
                <span className="sr-only">Loading photos</span>
                {Array.from({ length: Math.max(3, Math.min(9, session.photoCount)) }, (_, tile) => (
                  <Skeleton key={tile} className="h-[200px] rounded-card" />
                ))}
              </div>
            )}
          </div>
        </Card>
        <Card className="overflow-hidden">
          <CardHeader
            title="Findings"
            note={issues.data ? 'The worst first' : undefined}
            action={
              session.abilities.work && (
                <Button variant="secondary" size="sm" onClick={() => setAdding(true)}>
                  <Plus aria-hidden="true" />
                  Add Finding
                </Button>
              )
            }
          />
          <div className="border-t border-line">
            {issues.data ? (
              <FindingsList
                issues={issues.data}
                holder={holder}
                onOpen={(issue) => {
                  if (issue.photoId) setOpenId(issue.photoId);
                }}
              />
            ) : issues.error ? (
              <ErrorState error={issues.error} onRetry={() => void issues.refetch()} />
            ) : (
              <SkeletonRows rows={4} label="Loading findings" />
            )}
          </div>
        </Card>
      </div>
      <PhotoDialog
        holder={holder}
        area={session.area.name}
        mayAdd={session.abilities.work}
        photos={list}
        photoId={openId}
        onPhoto={setOpenId}
      />
      {adding && <FindingSheet holder={holder} onClose={() => setAdding(false)} />}
    </Page>
  );
}
