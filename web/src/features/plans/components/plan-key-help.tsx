import { t } from '#contract/language.ts';
import { KeyHelp, type KeyText } from '#web/ui/key-help.tsx';

/** The keys of one item press its buttons, which name them in `aria-keyshortcuts`. */
const planKeys: readonly KeyText[] = [
  { keys: ['j', 'k'], explained: t('Next or previous item') },
  { keys: ['a'], explained: t('Approve the item and go on with the next undecided one') },
  { keys: ['m'], explained: t('Modify the item, which also approves it') },
  { keys: ['r'], explained: t('Reject the item with a reason') },
  { keys: ['u'], explained: t('Take the last decision back, within 10 seconds') },
  { keys: ['x'], explained: t('Select the item, to approve several together') },
  { keys: ['Shift', 'a'], explained: t('Approve the selected items') },
  { keys: ['?'], explained: t('Show these shortcuts') },
];

export default function PlanKeyHelp({ onClose }: { onClose: () => void }) {
  return <KeyHelp of={planKeys} onClose={onClose} />;
}
