import type { BoundingBox, DetectedObject, ImageLabel } from '#contract/analysis.ts';
import { overlap, samePlace } from '#contract/vision/overlap.ts';
import { shareInside, suppress } from '#contract/vision/boxes.ts';
import type { EngineFinding, EngineResult } from './port.ts';
import type { RemoteReading } from './remote/reader.ts';

/**
 * The service names damage, the built-in engine locates it. Ask a user if one reader could have seen it and did not, or
 * saw something else.
 */

const maxShareInside = 0.6;
const sameObject = 0.5;
const maxLabels = 20;

const isSamePlace = (a: BoundingBox, b: BoundingBox): boolean =>
  overlap(a, b) >= samePlace || shareInside(a, b) >= maxShareInside || shareInside(b, a) >= maxShareInside;

/** The findings of several pictures of one photo, each once, from its most confident reading. */
function mergeFindings(readings: readonly RemoteReading[]): EngineFinding[] {
  const found = readings.flatMap(({ findings }) => findings).toSorted((a, b) => b.confidence - a.confidence);
  const kept: EngineFinding[] = [];
  // Findings with a place come first, because one without a place matches any of its category.
  for (const finding of [...found.filter((each) => each.boundingBox), ...found.filter((each) => !each.boundingBox)]) {
    const { boundingBox: box, category } = finding;
    const isKnown = kept.some(
      (each) => each.category === category && (!box || !each.boundingBox || isSamePlace(each.boundingBox, box)),
    );
    if (!isKnown) kept.push(finding);
  }
  return kept;
}

/** Match score: 3 same category, 2 a listed alternative, 1 same place only, 0 none. */
function matchScore(service: EngineFinding, builtin: EngineFinding): number {
  const fitness = builtin.category === service.category ? 3 : builtin.alternatives?.includes(service.category) ? 2 : 1;
  if (service.boundingBox && builtin.boundingBox) {
    return isSamePlace(service.boundingBox, builtin.boundingBox) ? fitness : 0;
  }
  return fitness === 1 ? 0 : fitness;
}

function mergeAgreeing(service: EngineFinding, builtin: EngineFinding, fitness: number): EngineFinding {
  const { boundingBox = service.boundingBox } = builtin;
  const place = boundingBox ? { boundingBox } : {};
  if (fitness > 1) {
    return { ...service, ...place, confidence: Math.max(service.confidence, builtin.confidence) };
  }
  return { ...service, ...place, alternatives: [builtin.category], disagreement: 'other_kind' };
}

/** The findings of both readers, those on which they agree first. */
export function mergeReaders(
  service: readonly EngineFinding[],
  builtin: Pick<EngineResult, 'categories' | 'findings'>,
): EngineFinding[] {
  const pairs = service
    .flatMap((remote) => builtin.findings.map((local) => ({ remote, local, fitness: matchScore(remote, local) })))
    .filter(({ fitness }) => fitness > 0)
    .toSorted((a, b) => b.fitness - a.fitness || b.remote.confidence - a.remote.confidence);
  const partners = new Map<EngineFinding, { local: EngineFinding; fitness: number }>();
  const taken = new Set<EngineFinding>();
  for (const { fitness, remote, local } of pairs) {
    if (partners.has(remote) || taken.has(local)) continue;
    partners.set(remote, { local, fitness });
    taken.add(local);
  }
  const detectable = new Set(builtin.categories);
  const byService = service.map((remote): EngineFinding => {
    const partner = partners.get(remote);
    if (partner) return mergeAgreeing(remote, partner.local, partner.fitness);
    return detectable.has(remote.category) ? { ...remote, disagreement: 'only_service' } : remote;
  });
  const byBuiltin = builtin.findings
    .filter((local) => !taken.has(local))
    .map((local): EngineFinding => ({ ...local, disagreement: 'only_builtin' }));
  return [...byService, ...byBuiltin];
}

/** The objects of both readers; an object that both see gets the built-in engine's box. */
function mergeObjects(builtin: readonly DetectedObject[], readings: readonly RemoteReading[]): DetectedObject[] {
  const kept = [...builtin];
  const remote = readings.flatMap(({ objects }) => objects);
  const placed = suppress(
    remote.flatMap((each) => (each.boundingBox ? [{ ...each, boundingBox: each.boundingBox }] : [])),
    sameObject,
  );
  for (const object of [...placed, ...remote.filter((each) => !each.boundingBox)]) {
    const { boundingBox: box, name } = object;
    const isKnown = kept.some(
      (each) => each.name === name && (!box || !each.boundingBox || overlap(each.boundingBox, box) >= sameObject),
    );
    if (!isKnown) kept.push(object);
  }
  return kept;
}

function mergeLabels(builtin: readonly ImageLabel[], readings: readonly RemoteReading[]): ImageLabel[] {
  const best = new Map<string, ImageLabel>();
  for (const label of [...builtin, ...readings.flatMap(({ labels }) => labels)]) {
    if ((best.get(label.name)?.confidence ?? -1) < label.confidence) best.set(label.name, label);
  }
  return [...best.values()].toSorted((a, b) => b.confidence - a.confidence).slice(0, maxLabels);
}

/**
 * Combines the readings of both readers. If the service does not name damage, the findings are the built-in engine's.
 */
export function combineReaders(
  builtin: EngineResult,
  readings: readonly RemoteReading[],
  { namesDamage }: { namesDamage: boolean },
): Pick<EngineResult, 'findings' | 'labels' | 'objects'> {
  return {
    objects: mergeObjects(builtin.objects, readings),
    labels: mergeLabels(builtin.labels, readings),
    findings: namesDamage ? mergeReaders(mergeFindings(readings), builtin) : builtin.findings,
  };
}
