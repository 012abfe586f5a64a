import { itemsOfFinding } from '#web/features/findings/finding-kinds.ts';
import { useItems } from '#web/lib/use-items.ts';
import { scopePath, type Scope } from '#web/lib/scope.ts';
import { UnsentNote } from '#web/ui/unsent-note.tsx';

/** The state of a finding's unsent changes. */
export const UnsentFinding = ({ scope, id }: { scope: Scope; id: string }) => (
  <UnsentNote items={itemsOfFinding(useItems(scopePath(scope)), id)} />
);
