import { Link } from '@tanstack/react-router';
import { ClipboardCheck } from 'lucide-react';
import type { Message } from '#contract/messages.ts';
import { useUser } from '#web/lib/auth.tsx';

type Attached = NonNullable<Message['inspection']>;

export const inspectionName = ({ propertyName, area }: Pick<Attached, 'propertyName' | 'area'>): string =>
  `${propertyName} · ${area}`;

/**
 * A link to the inspection that a message is about: for reviewers to monitoring, for owners to the area analysis or
 * review.
 */
export function InspectionLink({ inspection }: { inspection: Attached }) {
  const admin = useUser().abilities.admin;
  const className =
    'inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-small text-small font-semibold text-accent hover:underline touch:min-h-11';
  const content = (
    <>
      <ClipboardCheck aria-hidden="true" className="size-4 shrink-0" />
      <span className="truncate">{inspectionName(inspection)}</span>
    </>
  );
  if (admin)
    return (
      <Link to="/admin" search={{ tab: 'monitoring', inspectionId: inspection.id }} className={className}>
        {content}
      </Link>
    );
  if (inspection.areaSessionId)
    return (
      <Link to="/area-analysis" search={{ sessionId: inspection.areaSessionId }} className={className}>
        {content}
      </Link>
    );
  return (
    <Link to="/inspection-review/$id" params={{ id: inspection.id }} className={className}>
      {content}
    </Link>
  );
}
