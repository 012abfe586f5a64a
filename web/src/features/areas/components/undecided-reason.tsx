import { useState } from 'react';
import type { Coverage } from '#contract/coverage.ts';
import type { Finding } from '#contract/findings.ts';
import { t } from '#contract/language.ts';
import { plural } from '#contract/texts.ts';
import { Field } from '#web/ui/field.tsx';
import { DictatedTextarea } from '#web/ui/dictated-textarea.tsx';

/**
 * Why a submission needs a reason: "3 critical checks and 2 findings are undecided", or nothing new was added after a
 * reviewer asked for a re-inspection. Null if it needs none.
 */
export function undecidedText(
  { coverage, newEvidenceMissing }: { coverage: Coverage; newEvidenceMissing: boolean },
  findings: readonly Pick<Finding, 'status'>[],
): string | null {
  const checks = coverage.critical - coverage.criticalAnswered;
  const pending = findings.filter(({ status }) => status === 'pending').length;
  const parts = [
    ...(checks > 0 ? [plural(checks, 'critical check')] : []),
    ...(pending > 0 ? [plural(pending, 'finding')] : []),
  ];
  const undecided = t(checks + pending === 1 ? '{parts} is undecided' : '{parts} are undecided', {
    parts: parts.join(t(' and ')),
  });
  if (newEvidenceMissing)
    return parts.length > 0
      ? t(
          'No photo was added since the re-inspection was requested, and {undecided}. Add a photo and decide, or tell the reviewer why not.',
          { undecided },
        )
      : t('No photo was added since the re-inspection was requested. Add one, or tell the reviewer why not.');
  return parts.length > 0 ? t('{undecided}. Decide, or tell the reviewer why not.', { undecided }) : null;
}

/** The reason that a submission may need; `ready` shows an error if it is missing. */
export function useUndecidedReason(undecided: string | null) {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState(false);
  const reason = text.trim();
  const field = undecided && (
    <Field
      label={t('Reason')}
      required
      hint={undecided}
      error={asked && reason === '' ? t('Enter a reason') : undefined}
    >
      {(control) => (
        <DictatedTextarea
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
