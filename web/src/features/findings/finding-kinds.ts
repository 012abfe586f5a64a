import { placeFields } from '#contract/places.ts';
import { z } from 'zod';
import {
  findingSchema,
  versionOf,
  type FindingVersion,
  type Finding,
  type FindingInput,
  type FindingPatch,
} from '#contract/findings.ts';
import { severityLabels, type Severity } from '#contract/finding-categories.ts';
import { t } from '#contract/language.ts';
import { findingsQuery } from '#web/features/findings/api.ts';
import { api } from '#web/lib/api.ts';
import { smallChange } from '#web/lib/outbox/change-kind.ts';
import type { Entry, Item } from '#web/lib/outbox/entry.ts';
import type { Kind } from '#web/lib/outbox/kind.ts';
import { invalidate } from '#web/lib/query.ts';
import { applySaved } from '#web/lib/saved-answers.ts';
import type { Scope } from '#web/lib/scope.ts';

export interface FindingPayload {
  scope: Scope;
  input: Omit<FindingInput, 'id'>;
}
export interface ChangePayload {
  scope: Scope;
  findingId: string;
  patch: Omit<FindingPatch, 'id'>;
}

const invalidateRelated = () =>
  invalidate('/api/area-sessions', '/api/inspection-runs', '/api/inspections', '/api/admin/inspections');

const storeFinding = ({ scope }: { scope: Scope }, finding: Finding) =>
  applySaved(findingsQuery(scope).queryKey, (list) =>
    list.some(({ id }) => id === finding.id)
      ? list.map((other) => (other.id === finding.id ? finding : other))
      : [...list, finding],
  );

/**
 * A finding that a person has added. It waits for its photo. If the photo was removed, a person decides whether the
 * finding is sent without it.
 */
export const findingKind: Kind<FindingPayload, Finding> = {
  ...smallChange('finding', invalidateRelated),
  label: ({ input }) => t('Finding: {title}', { title: input.title }),
  send({ entry, request }) {
    const { id, after = [], payload } = entry();
    const { scope, input } = payload;
    const photo = input.photoId && !after.includes(input.photoId) ? { photoId: null, boundingBox: null } : {};
    return api.post(`/api/${scope.of}/${scope.id}/issues`, { ...input, ...photo, id }, findingSchema, request);
  },
  store: storeFinding,
  onSaved: () => void invalidateRelated(),
};

const fieldNames: Record<keyof FindingVersion, string> = {
  status: t('Decision'),
  title: t('Title'),
  severity: t('Severity'),
  category: t('Category'),
  description: t('Description'),
  recommendedAction: t('Action'),
  building: t('Building'),
  floor: t('Floor'),
  room: t('Room'),
  boundingBox: t('Box on the photo'),
  note: t('Note'),
};
const versionFields = Object.keys(fieldNames) as (keyof FindingVersion)[];

function valueText(field: keyof FindingVersion, value: unknown): string {
  if (field === 'boundingBox') return value ? t('Drawn') : t('None');
  if (typeof value !== 'string' || value === '') return t('None');
  if (field === 'severity') return severityLabels[value as Severity];
  if (field === 'category') return value.replaceAll('_', ' ');
  return value;
}

/** A change of a finding: a decision, a note or a correction. It waits for a finding that is not saved yet. */
export const findingChangeKind: Kind<ChangePayload, Finding> = {
  ...smallChange('finding-change', invalidateRelated),
  label: ({ patch }) => (patch.status ? t('Finding {status}', { status: patch.status }) : t('Finding corrected')),
  // A newer change includes the unsaved fields of earlier ones, so it replaces them.
  replaces: (newer, older) => newer.findingId === older.findingId,
  send({ entry, request }) {
    const { id, payload } = entry();
    return api.patch(`/api/issues/${payload.findingId}`, { ...payload.patch, id }, findingSchema, request);
  },
  async compare(payload) {
    const { scope, findingId, patch } = payload;
    const list = await api.get(`/api/${scope.of}/${scope.id}/issues`, z.array(findingSchema), { cache: 'no-store' });
    const finding = list.find(({ id }) => id === findingId);
    if (!finding) throw new Error(t('The finding is no longer there'));
    const server = versionOf(finding);
    const fields = versionFields.filter((field) => patch[field] !== undefined);
    return {
      differences: [
        { field: t('Finding'), server: server.title, device: patch.title ?? server.title },
        ...fields
          .filter((field) => field !== 'title')
          .map((field) => ({
            field: fieldNames[field],
            server: valueText(field, server[field]),
            device: valueText(field, patch[field]),
          })),
      ],
      payload: { ...payload, patch: { ...patch, basedOn: [server] } },
    };
  },
  store: storeFinding,
  onSaved: () => void invalidateRelated(),
};

const additionsIn = (items: readonly Item[]) =>
  (items as readonly Item<FindingPayload>[]).filter(({ entry }) => entry.kind === findingKind.name);
const changesIn = (items: readonly Item[]) =>
  (items as readonly Item<ChangePayload>[]).filter(({ entry }) => entry.kind === findingChangeKind.name);

const toFinding = ({ id, payload: { scope, input }, createdAt }: Entry<FindingPayload>): Finding => ({
  ...input,
  id,
  inspectionId: scope.of === 'inspections' ? scope.id : null,
  areaSessionId: scope.of === 'area-sessions' ? scope.id : null,
  photoId: input.photoId ?? null,
  description: input.description ?? '',
  boundingBox: input.boundingBox ?? null,
  building: input.building || null,
  floor: input.floor || null,
  room: input.room || null,
  raisedFrom: null,
  raisedRooms: [],
  places: [],
  mergedInto: null,
  photoMarks: [],
  parts: [],
  repairs: [],
  repairVerdict: null,
  sameAs: [],
  sameAsEarlier: null,
  earlierId: null,
  aiConfidence: null,
  imageUrl: null,
  videoTimestamp: input.videoTimestamp ?? null,
  disagreement: null,
  source: 'person',
  recommendedAction: input.recommendedAction || t('Known once it is saved'),
  actionGiven: !!input.recommendedAction,
  status: 'confirmed',
  note: null,
  addedBy: t('you'),
  decidedBy: t('you'),
  onlyAdded: true,
  createdAt: new Date(createdAt).toISOString(),
  abilities: { edit: true, repair: false },
});

/** The repair verdict that follows from a decision on a finding with repair photos. */
const repairVerdictOf = (status: Finding['status'], { repairs }: Finding): Finding['repairVerdict'] =>
  repairs.length === 0 ? null : status === 'resolved' ? 'resolved' : status === 'confirmed' ? 'still_there' : null;

/** The server's finding with one of this device's changes applied. */
function patched(finding: Finding, { patch }: ChangePayload): Finding {
  const { basedOn: _known, ...fields } = patch;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const decided = patch.status && patch.status !== finding.status ? { decidedBy: t('you'), onlyAdded: false } : {};
  const { recommendedAction } = patch;
  const action =
    recommendedAction === undefined
      ? {}
      : { recommendedAction: recommendedAction || finding.recommendedAction, actionGiven: !!recommendedAction };
  // Only the server knows whether the new severity is raised again.
  const raise = patch.severity ? { raisedFrom: null, raisedRooms: [] } : {};
  const place = Object.fromEntries(
    placeFields.filter((field) => patch[field] !== undefined).map((field) => [field, patch[field] || null]),
  );
  const verdict = patch.status ? { repairVerdict: repairVerdictOf(patch.status, finding) } : {};
  return { ...finding, ...given, ...verdict, ...raise, ...place, ...action, ...decided };
}

/** The findings with this device's additions and changes applied, whether sent or not. */
export function withChanges(list: readonly Finding[], items: readonly Item[]): Finding[] {
  const ids = new Set(list.map(({ id }) => id));
  const unsent = additionsIn(items).flatMap(({ entry }) => (ids.has(entry.id) ? [] : [toFinding(entry)]));
  const changes = changesIn(items).map(({ entry }) => entry.payload);
  return [...list, ...unsent].map((finding) =>
    changes.filter(({ findingId }) => findingId === finding.id).reduce(patched, finding),
  );
}

/** The outbox entries of one finding: its addition, if it is new, and its changes. */
export const itemsOfFinding = (items: readonly Item[], id: string): Item[] => [
  ...changesIn(items).filter(({ entry }) => entry.payload.findingId === id),
  ...additionsIn(items).filter(({ entry }) => entry.id === id),
];

/** The patch merged with the unsaved earlier changes of the finding, because a newer change replaces older ones. */
export const mergedPatch = (
  items: readonly Item[],
  findingId: string,
  patch: ChangePayload['patch'],
): ChangePayload['patch'] => {
  const earlier = changesIn(items).filter(
    ({ entry, stage }) => entry.payload.findingId === findingId && stage !== 'saved',
  );
  return Object.assign({}, ...earlier.map(({ entry }) => entry.payload.patch), patch);
};

/**
 * The versions of a finding that this device knows: the server's, and its own unsent ones, which may have arrived
 * without a response. The server uses them to detect a conflict.
 */
export function knownVersions(
  server: Finding | undefined,
  items: readonly Item[],
  findingId: string,
): FindingVersion[] | undefined {
  const earlier = changesIn(items).findLast(
    ({ entry, stage }) => entry.payload.findingId === findingId && stage !== 'saved',
  )?.entry.payload.patch;
  if (!earlier) return server && [versionOf(server)];
  const { basedOn, id: _id, ...fields } = earlier as FindingPatch;
  const last = basedOn?.at(-1);
  if (!basedOn || !last) return undefined;
  // Correcting a finding also confirms what the AI has found.
  const status = fields.status ?? (last.status === 'pending' ? 'confirmed' : last.status);
  return [...basedOn.slice(-49), { ...last, ...withoutUndefined(fields), status }];
}
const withoutUndefined = (fields: object): Partial<FindingVersion> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
