import {
  findingChangeKind,
  findingKind,
  knownVersions,
  mergedPatch,
  type ChangePayload,
  type FindingPayload,
} from '#web/features/findings/finding-kinds.ts';
import { findingsQuery } from '#web/features/findings/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { outbox } from '#web/lib/outbox/device-outbox.ts';
import { scopePath, type Scope } from '#web/lib/scope.ts';

outbox.register(findingKind);
outbox.register(findingChangeKind);

/** Adds a finding and returns its id. */
export const addFinding = (scope: Scope, input: FindingPayload['input']): string =>
  outbox.add(findingKind, {
    parent: scopePath(scope),
    payload: { scope, input },
    after: input.photoId ? [input.photoId] : [],
  });

/** Changes a finding, even one that has not been sent yet. */
export function changeFinding(scope: Scope, findingId: string, patch: ChangePayload['patch']): void {
  const parent = scopePath(scope);
  const items = outbox.of(parent);
  const server = queryClient.getQueryData(findingsQuery(scope).queryKey)?.find(({ id }) => id === findingId);
  const basedOn = knownVersions(server, items, findingId);
  const payload = { scope, findingId, patch: { ...mergedPatch(items, findingId, patch), basedOn } };
  outbox.add(findingChangeKind, { parent, payload, after: [findingId] });
}
