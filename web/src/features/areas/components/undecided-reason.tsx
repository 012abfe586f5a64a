import { useState } from 'react';
import type { Coverage } from '#contract/coverage.ts';
import type { Finding } from '#contract/findings.ts';
import { plural } from '#web/lib/format.ts';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';

/** "3 critical checks and 2 findings are undecided"; null where everything that needs a decision has one. */
export function undecidedText(coverage: Coverage, findings: readonly Pick<Finding, 'status'>[]): string | null {
  const checks = coverage.critical - coverage.criticalAnswered;
  const pending = findings.filter(({ status }) => status === 'pending').length;
  const parts = [
    ...(checks > 0 ? [plural(checks, 'critical check')] : []),
    ...(pending > 0 ? [plural(pending, 'finding')] : []),
  ];
  if (parts.length === 0) return null;
  return `${parts.join(' and ')} ${checks + pending === 1 ? 'is' : 'are'} undecided`;
}

/** The reason for submitting with something undecided; `ready` shows the fault where it is missing. */
export function useUndecidedReason(undecided: string | null) {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState(false);
  const reason = text.trim();
  const field = undecided && (
    <Field
      label="Reason"
      required
      hint={`${undecided}. Decide, or tell the reviewer why not.`}
      error={asked && reason === '' ? 'Enter a reason' : undefined}
    >
      {(control) => (
        <Textarea
          {...control}
          rows={2}
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
    </Field>
  );
  return {
    field,
    reason: undecided && reason !== '' ? reason : null,
    ready() {
      setAsked(true);
      return !undecided || reason !== '';
    },
  };
}
