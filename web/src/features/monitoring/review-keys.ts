import type { KeyText } from '#web/ui/key-help.tsx';

export const reviewKeys: readonly KeyText[] = [
  { keys: ['j', 'k'], label: 'move', explained: 'Next or previous inspection' },
  { keys: ['Enter'], explained: 'Open the selected inspection; press again to move into its review' },
  { keys: ['a'], label: 'approve', explained: 'Approve the inspection and go on with the next one' },
  { keys: ['r'], label: 'request re-inspection', explained: 'Request a re-inspection with a note' },
  { keys: ['u'], label: 'undo', explained: 'Take the last decision back, within 10 seconds' },
  { keys: ['x'], label: 'select', explained: 'Select the inspection, to approve several together' },
  { keys: ['Shift', 'a'], explained: 'Approve the selected inspections' },
  { keys: ['f'], label: 'flag', explained: 'Flag the inspection for another reviewer, or remove the flag' },
  { keys: ['Ctrl', 'Enter'], explained: 'Send the note' },
  { keys: ['/'], explained: 'Search' },
  { keys: ['Esc'], explained: 'Close the review' },
  { keys: ['?'], explained: 'Show these shortcuts' },
];
