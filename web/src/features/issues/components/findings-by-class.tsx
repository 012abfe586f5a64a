import { ChevronDown, ChevronUp, ShieldCheck } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { classOfSeverity, severityClasses, type SeverityClass } from '#contract/findings.ts';
import type { Issue } from '#contract/issues.ts';
import { FindingRow, type FindingActions } from '#web/features/issues/components/findings-list.tsx';
import { isOpenIssue } from '#web/features/issues/finding-boxes.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states.tsx';

const titles: Record<SeverityClass, string> = { critical: 'Critical', major: 'Major', minor: 'Minor' };
/** Of a long list of small things only the first are listed at once. */
const listed: Record<SeverityClass, number> = { critical: Infinity, major: Infinity, minor: 3 };

type Rows = { issues: readonly Issue[] } & FindingActions;

const Rows = ({ issues, ...row }: Rows) =>
  issues.map((issue) => (
    <FindingRow key={issue.id} issue={issue} severity={classOfSeverity[issue.severity]} {...row} />
  ));

/** Shows or hides the rest of a list; what it hides comes before it, so that the button stays in its place. */
function Rest({ open, onToggle, controls, children }: RestProps) {
  const Icon = open ? ChevronUp : ChevronDown;
  return (
    <div className="px-[18px] py-2">
      <Button
        variant="ghost"
        size="sm"
        className="-ml-3"
        aria-expanded={open}
        aria-controls={controls}
        onClick={onToggle}
      >
        <Icon aria-hidden="true" />
        {children}
      </Button>
    </div>
  );
}
interface RestProps {
  open: boolean;
  onToggle: () => void;
  controls: string;
  children: ReactNode;
}

function ClassGroup({ name, issues, ...row }: { name: SeverityClass } & Rows) {
  const [all, setAll] = useState(false);
  const listId = useId();
  const hidden = issues.length - listed[name];
  const shown = all ? issues : issues.slice(0, listed[name]);
  return (
    <section aria-labelledby={`${listId}-title`}>
      <h3 id={`${listId}-title`} className="bg-sunken px-[18px] py-1.5 text-small font-semibold text-ink-2">
        {titles[name]} issues <span className="font-medium text-ink-3">{issues.length}</span>
      </h3>
      <ul id={listId} className="divide-y divide-line">
        <Rows issues={shown} {...row} />
      </ul>
      {hidden > 0 && (
        <Rest open={all} onToggle={() => setAll(!all)} controls={listId}>
          {all ? 'Show fewer' : `+${hidden} more minor ${hidden === 1 ? 'issue' : 'issues'}`}
        </Rest>
      )}
    </section>
  );
}

function Settled({ issues, ...row }: Rows) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  return (
    <section>
      <Rest open={open} onToggle={() => setOpen(!open)} controls={listId}>
        {open ? 'Hide' : 'Show'} {issues.length} dismissed or resolved
      </Rest>
      <ul id={listId} hidden={!open} className="divide-y divide-line border-t border-line">
        <Rows issues={issues} {...row} />
      </ul>
    </section>
  );
}

/** Findings in the three classes of an inspection view, worst first; what is settled stands folded at the end. */
export function FindingsByClass({ issues, empty, ...row }: { empty: string } & Rows) {
  const open = issues.filter(isOpenIssue);
  const settled = issues.filter((issue) => !isOpenIssue(issue));
  return (
    <div className="divide-y divide-line">
      {open.length === 0 && (
        <EmptyState icon={ShieldCheck} title="No issues detected" className="py-8">
          {empty}
        </EmptyState>
      )}
      {severityClasses.map((name) => {
        const own = open.filter(({ severity }) => classOfSeverity[severity] === name);
        return own.length > 0 && <ClassGroup key={name} name={name} issues={own} {...row} />;
      })}
      {settled.length > 0 && <Settled issues={settled} {...row} />}
    </div>
  );
}
