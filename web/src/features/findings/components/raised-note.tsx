import { ArrowUp } from 'lucide-react';
import type { Finding } from '#contract/findings.ts';
import { raisedText } from '#contract/rooms.ts';

/** Why a finding counts one class worse than it was rated; hidden if it does not. */
export function RaisedNote({ finding }: { finding: Finding }) {
  const text = raisedText(finding);
  if (!text) return null;
  return (
    <span className="flex items-start gap-1.5 text-small font-medium text-ink">
      <ArrowUp aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
      {text}
    </span>
  );
}
