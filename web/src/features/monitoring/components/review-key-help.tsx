import { KeyHelp, type KeyText } from '#web/ui/key-help.tsx';

const reviewKeys: readonly KeyText[] = [
  { keys: ['j', 'k'], explained: 'Next or previous inspection' },
  { keys: ['Enter'], explained: 'Open the selected inspection; press again to move into its review' },
  { keys: ['a'], explained: 'Approve the inspection and go on with the next one' },
  { keys: ['r'], explained: 'Request a re-inspection with a note' },
  { keys: ['u'], explained: 'Take the last decision back, within 10 seconds' },
  { keys: ['x'], explained: 'Select the inspection, to approve several together' },
  { keys: ['Shift', 'a'], explained: 'Approve the selected inspections' },
  { keys: ['f'], explained: 'Flag the inspection for another reviewer, or remove the flag' },
  { keys: ['Ctrl', 'Enter'], explained: 'Send the note' },
  { keys: ['/'], explained: 'Search' },
  { keys: ['Esc'], explained: 'Close the review' },
  { keys: ['?'], explained: 'Show these shortcuts' },
];

export default function ReviewKeyHelp({ onClose }: { onClose: () => void }) {
  return <KeyHelp of={reviewKeys} onClose={onClose} />;
}
