import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Finding } from '#contract/findings.ts';
import type { Inspection } from '#contract/inspections.ts';
import { isOpenFinding } from '#web/features/findings/finding-boxes.ts';
import { useFindings } from '#web/features/findings/use-findings.ts';
import { previousInspectionQuery } from '#web/features/monitoring/api.ts';
import { OutcomeText } from '#web/features/areas/components/outcome.tsx';
import { ReviewHeading } from '#web/features/monitoring/components/review-section.tsx';
import { isFoundAgain } from '#web/features/monitoring/review-checks.ts';
import { inspectionPhotosQuery } from '#web/features/photos/api.ts';
import { formatDate } from '#web/lib/format.ts';
import { Badge, SeverityBadge, StatusBadge } from '#web/ui/badge.tsx';
import { Score } from '#web/ui/score.tsx';

const PhotoDialog = lazy(async () => ({
  default: (await import('#web/features/photos/components/photo-dialog.tsx')).PhotoDialog,
}));

function EarlierPhotos({ inspection }: { inspection: Inspection }) {
  const { data: photos = [] } = useQuery(inspectionPhotosQuery(inspection.id));
  const [openId, setOpenId] = useState<string | null>(null);
  if (photos.length === 0) return null;
  return (
    <>
      <ul className="-m-1 flex gap-2 overflow-x-auto p-1">
        {photos.map(({ id, thumbnailUrl }, place) => (
          <li key={id} className="shrink-0">
            <button
              type="button"
              aria-label={`Open earlier photo ${place + 1}`}
              className="block overflow-hidden rounded-control"
              onClick={() => setOpenId(id)}
            >
              <img src={thumbnailUrl} alt="" loading="lazy" className="h-[84px] w-28 bg-sunken object-cover" />
            </button>
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {openId && (
          <PhotoDialog
            scope={{ of: 'inspections', id: inspection.id }}
            scored={inspection}
            area={inspection.area}
            mayAdd={false}
            photos={photos}
            photoId={openId}
            onPhoto={setOpenId}
          />
        )}
      </Suspense>
    </>
  );
}

function Earlier({ inspection, findings }: { inspection: Inspection; findings: readonly Finding[] }) {
  const { data = [] } = useFindings({ of: 'inspections', id: inspection.id });
  const known = data.filter(({ status }) => status !== 'dismissed');
  return (
    <div className="grid gap-3 rounded-card border border-line px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-strong">{formatDate(inspection.createdAt)}</span>
        <Score score={inspection.complianceScore} coverage={inspection.coverage} />
        <StatusBadge status={inspection.status} />
        <OutcomeText inspection={inspection} />
      </p>
      {inspection.reviewNote && <p className="break-words whitespace-pre-wrap text-ink-2">{inspection.reviewNote}</p>}
      <EarlierPhotos inspection={inspection} />
      {known.length > 0 ? (
        <ul className="grid gap-1.5">
          {known.map((finding) => (
            <li key={finding.id} className="flex flex-wrap items-center gap-2">
              <SeverityBadge severity={finding.severity} />
              <span className="min-w-0 flex-1 basis-32 break-words">{finding.title}</span>
              {isFoundAgain(finding, findings) ? (
                <Badge tone="critical">Found again</Badge>
              ) : (
                !isOpenFinding(finding) && <Badge tone="good">Resolved</Badge>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-ink-2">Nothing was flagged.</p>
      )}
    </div>
  );
}

/** The latest decided inspection of the same area, for comparison; hidden if this is the first one. */
export function PreviousInspection({ inspection, findings }: { inspection: Inspection; findings: readonly Finding[] }) {
  const { data } = useQuery(previousInspectionQuery(inspection.id));
  if (!data?.inspection) return null;
  return (
    <section>
      <ReviewHeading>Previous inspection</ReviewHeading>
      <Earlier inspection={data.inspection} findings={findings} />
    </section>
  );
}
