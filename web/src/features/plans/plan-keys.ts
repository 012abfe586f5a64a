import { t } from '#contract/language.ts';
import type { KeyText } from '#web/ui/key-help.tsx';

/** The keys of a plan's list of items; those of one item press its buttons, which name them in `aria-keyshortcuts`. */
export const planKeys: readonly KeyText[] = [
  { keys: ['j', 'k'], label: t('move'), explained: t('Next or previous item') },
  { keys: ['a'], label: t('approve'), explained: t('Approve the item and go on with the next undecided one') },
  { keys: ['m'], label: t('modify'), explained: t('Modify the item, which also approves it') },
  { keys: ['r'], label: t('reject'), explained: t('Reject the item with a reason') },
  { keys: ['u'], label: t('undo'), explained: t('Take the last decision back, within 10 seconds') },
  { keys: ['x'], label: t('select'), explained: t('Select the item, to approve several together') },
  { keys: ['Shift', 'a'], explained: t('Approve the selected items') },
  { keys: ['?'], explained: t('Show these shortcuts') },
];
