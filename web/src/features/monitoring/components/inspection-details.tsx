import { CircleCheck, Clock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { checksPercent } from '#contract/coverage.ts';
import type { Inspection } from '#contract/inspections.ts';
import type { Finding } from '#contract/findings.ts';
import type { Photo } from '#contract/photos.ts';
import { plural } from '#contract/texts.ts';
import { formatPercent, formatScore } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Meter, Progress } from '#web/ui/meter.tsx';
import { CoverageLines } from '#web/ui/coverage-lines.tsx';

const Heading = ({ children }: { children: ReactNode }) => (
  <h3 className="mb-2 text-small font-semibold text-ink-2">{children}</h3>
);

const isOpen = ({ status }: Finding) => status === 'pending' || status === 'confirmed';

const isByAi = ({ source }: Finding) => source === 'ai';

/** The names of the detected objects with their counts, most frequent first. */
function objectCounts(photos: readonly Photo[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { name } of photos.flatMap((photo) => photo.aiAnalysis?.objects ?? []))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

const maxObjects = 8;

/** The results of the analysis: clear photos, findings and detected objects. */
export function DetectionSummary({ photos, findings }: { photos: readonly Photo[]; findings: readonly Finding[] }) {
  const open = findings.filter(isOpen);
  const byAi = open.filter(isByAi);
  const withFindings = new Set(open.flatMap(({ photoId, parts }) => [photoId, ...parts.map((part) => part.photoId)]));
  const analyzed = photos.filter(({ analysisStatus }) => analysisStatus === 'done');
  const clear = analyzed.filter(({ id }) => !withFindings.has(id)).length;
  const waiting = photos.filter(({ analysisStatus }) => analysisStatus === 'pending').length;
  const failed = photos.filter(({ analysisStatus }) => analysisStatus === 'failed').length;
  const objects = objectCounts(photos);
  return (
    <section>
      <Heading>AI Detection Summary</Heading>
      <ul className="grid gap-1.5 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
        {analyzed.length > 0 ? (
          <li className="flex gap-2">
            <CircleCheck aria-hidden="true" className="text-ink-3" />
            <span>
              {clear} of {plural(analyzed.length, 'photo')} clear
            </span>
          </li>
        ) : (
          <li className="text-ink-2">No photos analyzed yet.</li>
        )}
        {open.length > 0 && (
          <li className="flex gap-2">
            <TriangleAlert aria-hidden="true" className="text-high" />
            {byAi.length > 0 && `${plural(byAi.length, 'finding')} detected`}
            {byAi.length > 0 && byAi.length < open.length && ' · '}
            {byAi.length < open.length && `${open.length - byAi.length} added by people`}
          </li>
        )}
        {waiting > 0 && (
          <li className="flex gap-2 text-ink-2">
            <Clock aria-hidden="true" />
            Analyzing {plural(waiting, 'photo')}…
          </li>
        )}
        {failed > 0 && (
          <li className="flex gap-2 text-ink-2">
            <TriangleAlert aria-hidden="true" />
            AI analysis failed for {plural(failed, 'photo')}
          </li>
        )}
      </ul>
      {objects.length > 0 && (
        <div className="mt-2.5 flex flex-wrap items-center gap-1.5">
          <span className="text-small text-ink-2">Detected:</span>
          {objects.slice(0, maxObjects).map(([name, count]) => (
            <Badge key={name}>{count > 1 ? `${name} × ${count}` : name}</Badge>
          ))}
          {objects.length > maxObjects && <Badge tone="outline">+{objects.length - maxObjects} more</Badge>}
        </div>
      )}
    </section>
  );
}

function Line({ label, value, bar }: { label: string; value: string; bar?: ReactNode }) {
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-3">
      <dt className="text-ink-2">{label}</dt>
      <dd className="font-medium">{value}</dd>
      {bar && <dd className="col-span-2 mt-1.5">{bar}</dd>}
    </div>
  );
}

/** An inspection's AI confidence, score, progress and findings. */
export function InspectionDetails({ inspection, findings }: { inspection: Inspection; findings: readonly Finding[] }) {
  const { aiConfidenceScore, complianceScore, coverage } = inspection;
  const { checks, answered } = coverage;
  const open = findings.filter(isOpen);
  const byAi = open.filter(isByAi).length;
  const byPeople = open.length - byAi;
  const issuesText = `${byAi} detected by AI${byPeople > 0 ? ` · ${byPeople} added by people` : ''}`;
  return (
    <section>
      <Heading>Session Details</Heading>
      <dl className="grid gap-3 rounded-card border border-line px-4 py-3">
        <Line
          label="AI Confidence"
          value={formatPercent(aiConfidenceScore)}
          bar={aiConfidenceScore !== null && <Meter value={Number(aiConfidenceScore)} label="AI Confidence" />}
        />
        <Line
          label="Score"
          value={formatScore(complianceScore)}
          bar={
            <span className="text-small text-ink-2">
              <CoverageLines coverage={coverage} />
            </span>
          }
        />
        <Line
          label="Progress"
          value={checks > 0 ? `${answered} of ${plural(checks, 'item')} checked` : 'No checklist'}
          bar={checks > 0 && <Progress value={checksPercent(coverage)} label="Items checked" />}
        />
        <Line label="Issues" value={issuesText} />
      </dl>
    </section>
  );
}
