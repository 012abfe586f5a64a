import { ChevronDown, ChevronUp } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { classOfSeverity, severityClasses, type SeverityClass } from '#contract/finding-categories.ts';
import type { Finding } from '#contract/findings.ts';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { FindingRow, type FindingActions } from './findings-list.tsx';
import { SameDefectCard } from './same-defect-card.tsx';
import { isOpenFinding } from '#web/features/findings/finding-boxes.ts';
import { Button } from '#web/ui/button.tsx';
import { NothingFlagged } from './nothing-flagged.tsx';

const titles: Record<SeverityClass, string> = {
  critical: t('Critical findings'),
  major: t('Major findings'),
  minor: t('Minor findings'),
};
/** How many findings are listed at first. The specification limits the minor ones. */
const initialCount: Record<SeverityClass, number> = { critical: Infinity, major: Infinity, minor: 3 };

type Rows = { findings: readonly Finding[] } & FindingActions;

const Rows = ({ findings, ...row }: Rows) =>
  findings.map((finding) => (
    <FindingRow key={finding.id} finding={finding} severity={classOfSeverity[finding.severity]} {...row} />
  ));

/** The button that shows or hides the rest of a list. */
function ShowRest({ open, onToggle, controls, children }: ShowRestProps) {
  const Icon = open ? ChevronUp : ChevronDown;
  return (
    <div className="px-[18px] py-2">
      <Button
        variant="ghost"
        size="sm"
        className="-ms-3"
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
interface ShowRestProps {
  open: boolean;
  onToggle: () => void;
  controls: string;
  children: ReactNode;
}

function ClassGroup({ name, findings, ...row }: { name: SeverityClass } & Rows) {
  const [all, setAll] = useState(false);
  const listId = useId();
  const hidden = findings.length - initialCount[name];
  const visible = all ? findings : findings.slice(0, initialCount[name]);
  return (
    <section aria-labelledby={`${listId}-title`}>
      <h3 id={`${listId}-title`} className="bg-sunken px-[18px] py-1.5 text-small font-semibold text-ink-2">
        {titles[name]} <span className="font-medium text-ink-3">{findings.length}</span>
      </h3>
      <ul id={listId} className="divide-y divide-line">
        <Rows findings={visible} {...row} />
      </ul>
      {hidden > 0 && (
        <ShowRest open={all} onToggle={() => setAll(!all)} controls={listId}>
          {all ? t('Show fewer') : `+${plural(hidden, 'more minor issue')}`}
        </ShowRest>
      )}
    </section>
  );
}

function ClosedFindings({ findings, ...row }: Rows) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  return (
    <section>
      <ShowRest open={open} onToggle={() => setOpen(!open)} controls={listId}>
        {open ? t('Hide') : t('Show')} {t('{findings} dismissed or resolved', { findings: findings.length })}
      </ShowRest>
      <ul id={listId} hidden={!open} className="divide-y divide-line border-t border-line">
        <Rows findings={findings} {...row} />
      </ul>
    </section>
  );
}

/** Findings by class, most severe first; the dismissed and resolved ones are collapsed at the end. */
export function FindingsByClass({ findings, analyzing, ...row }: { analyzing: boolean } & Rows) {
  const open = findings.filter(isOpenFinding);
  const closed = findings.filter((finding) => !isOpenFinding(finding));
  return (
    <div className="divide-y divide-line">
      <SameDefectCard findings={open} onOpen={row.onOpen} />
      {open.length === 0 && <NothingFlagged analyzing={analyzing} />}
      {severityClasses.map((name) => {
        const ofClass = open.filter(({ severity }) => classOfSeverity[severity] === name);
        return ofClass.length > 0 && <ClassGroup key={name} name={name} findings={ofClass} {...row} />;
      })}
      {closed.length > 0 && <ClosedFindings findings={closed} {...row} />}
    </div>
  );
}
