import { Link } from '@tanstack/react-router';
import type { CaseEvent } from '#contract/case-page.ts';
import { eventNote, eventTitle } from '#web/features/cases/timeline-texts.ts';
import { formatDate, formatTime } from '#web/lib/format.ts';

/** The history of a case, newest first. Inspections link to their review, other cases to their page. */
export function CaseTimeline({ events }: { events: readonly CaseEvent[] }) {
  return (
    <ol className="divide-y divide-line border-t border-line">
      {events.map((event, index) => {
        const note = eventNote(event);
        return (
          // Two events may have the same kind and time, so the index is part of the key.
          <li key={`${event.at} ${event.kind} ${index}`} className="grid gap-0.5 px-[18px] py-2.5">
            <span className="font-medium wrap-anywhere">
              {event.inspectionId ? (
                <Link
                  to="/admin"
                  search={{ tab: 'monitoring', inspectionId: event.inspectionId }}
                  className="text-accent hover:underline"
                >
                  {eventTitle(event)}
                </Link>
              ) : event.details.caseId ? (
                <Link
                  to="/admin/cases/$id"
                  params={{ id: event.details.caseId }}
                  className="text-accent hover:underline"
                >
                  {eventTitle(event)}
                </Link>
              ) : (
                eventTitle(event)
              )}
            </span>
            {note && <span className="break-words whitespace-pre-wrap">{note}</span>}
            <span className="text-small text-ink-2">
              <time dateTime={event.at}>
                {formatDate(event.at)}, {formatTime(event.at)}
              </time>
              {event.by && ` · ${event.by}`}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
