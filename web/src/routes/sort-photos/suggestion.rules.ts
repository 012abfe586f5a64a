import type { AreaCode } from '#contract/area-codes.ts';
import type { cocoNames } from '#contract/vision/coco.ts';

/** The clues to where a photo was taken. */
export interface PhotoClues {
  id: string;
  filename: string;
  /** Milliseconds since 1970; null if the file has no time. */
  takenAt: number | null;
  /** The objects in the photo; empty if it was not analyzed. */
  objects: readonly { name: string; /** 0-100 */ confidence: number }[];
}

type ObjectName = (typeof cocoNames)[number];
type Weights = Partial<Record<AreaCode, number>>;

/**
 * How strongly a detected object indicates an area, at full confidence. `clearVote` and `groupVote` are the
 * thresholds.
 */
const objectWeights: Partial<Record<ObjectName, Weights>> = {
  bed: { guest_rooms: 3 },
  toilet: { guest_rooms: 1.5, common_areas: 0.5 },
  'hair drier': { guest_rooms: 1.5 },
  toothbrush: { guest_rooms: 1.5 },
  tv: { guest_rooms: 0.7, meeting_rooms: 0.5 },
  sink: { guest_rooms: 0.6 },
  couch: { lobby: 0.8, guest_rooms: 0.4 },
  'potted plant': { lobby: 0.4, exterior: 0.2 },
  vase: { lobby: 0.4 },
  suitcase: { lobby: 0.5, guest_rooms: 0.4 },
  'dining table': { restaurant: 0.8, meeting_rooms: 0.4 },
  chair: { restaurant: 0.2, meeting_rooms: 0.3 },
  'wine glass': { restaurant: 1.2 },
  fork: { restaurant: 1 },
  knife: { restaurant: 0.8 },
  spoon: { restaurant: 0.8 },
  bowl: { restaurant: 0.7 },
  cup: { restaurant: 0.5 },
  oven: { restaurant: 1, back_of_house: 0.5 },
  microwave: { restaurant: 0.4, back_of_house: 0.4 },
  refrigerator: { restaurant: 0.5, back_of_house: 0.5 },
  laptop: { meeting_rooms: 0.6 },
  keyboard: { meeting_rooms: 0.3 },
  car: { exterior: 1.5 },
  truck: { exterior: 1.5 },
  bus: { exterior: 1.5 },
  motorcycle: { exterior: 1 },
  bicycle: { exterior: 0.8, fitness_center: 0.5 },
  'fire hydrant': { exterior: 2 },
  'stop sign': { exterior: 1.5 },
  'parking meter': { exterior: 1.5 },
  bench: { exterior: 0.5 },
};

/** Words in file names, in English and Spanish, that indicate an area. */
const nameClues: readonly [RegExp, AreaCode][] = [
  [/\b(lobby|reception|front desk|recepcion|vestibulo)\b/, 'lobby'],
  [/\b(rooms?|guest|suite|bath(room)?|habitacion|cuarto|bano)\b/, 'guest_rooms'],
  [/\b(corridor|hall(way)?|elevator|stairs?|ice|vending|pasillo|ascensor|escaleras?)\b/, 'common_areas'],
  [/\b(gym|fitness|treadmill|gimnasio)\b/, 'fitness_center'],
  [/\b(pool|spa|hot tub|piscina|alberca)\b/, 'pool'],
  [/\b(restaurant|kitchen|breakfast|bar|buffet|restaurante|cocina|desayuno)\b/, 'restaurant'],
  [/\b(meeting|conference|ballroom|boardroom|reuniones|salon)\b/, 'meeting_rooms'],
  [/\b(exterior|outside|facade|parking|roof|entrance|canopy|fachada|estacionamiento|techo)\b/, 'exterior'],
  [/\b(back of house|laundry|boiler|storage|housekeeping|loading|lavanderia|bodega|caldera)\b/, 'back_of_house'],
  [
    /\b(extinguisher|sprinkler|alarm|fire panel|exit sign|smoke detector|extintor|rociador|alarma)\b/,
    'safety_equipment',
  ],
];
const nameWeight = 4;

const plainName = (filename: string): string =>
  filename
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ');

type Votes = Map<AreaCode, number>;
const add = (votes: Votes, area: AreaCode, weight: number): void =>
  void votes.set(area, (votes.get(area) ?? 0) + weight);

/** How strongly one photo indicates each area. Of several objects of one kind only the most certain one counts. */
function votesOf({ filename, objects }: PhotoClues): Votes {
  const votes: Votes = new Map();
  const name = plainName(filename);
  for (const [words, area] of nameClues) if (words.test(name)) add(votes, area, nameWeight);
  const surest = new Map<string, number>();
  for (const object of objects) surest.set(object.name, Math.max(surest.get(object.name) ?? 0, object.confidence));
  for (const [object, confidence] of surest) {
    const weights = Object.entries(objectWeights[object as ObjectName] ?? {}) as [AreaCode, number][];
    for (const [area, weight] of weights) add(votes, area, (weight * confidence) / 100);
  }
  return votes;
}

/** The area with the most votes, if it has at least `least` votes and there is no tie. */
function winner(votes: Votes, open: ReadonlySet<AreaCode>, least: number): AreaCode | null {
  const ranked = [...votes].filter(([area]) => open.has(area)).toSorted(([, a], [, b]) => b - a);
  const [first, second] = ranked;
  if (!first || first[1] < least || first[1] === second?.[1]) return null;
  return first[0];
}

const shortestGap = 60_000;
const longestGap = 10 * 60_000;

type Dated<Photo> = Photo & { takenAt: number };
const isDated = <Photo extends Pick<PhotoClues, 'takenAt'>>(photo: Photo): photo is Dated<Photo> =>
  photo.takenAt !== null;

/**
 * Groups photos that were taken without a long pause between them, because they are probably from one place. A pause
 * is long if it exceeds four times the median of the walk's pauses, but at least one minute and at most ten. A photo
 * without a time forms its own group.
 */
export function groupsByTime<Photo extends Pick<PhotoClues, 'takenAt'>>(photos: readonly Photo[]): Photo[][] {
  const sorted = photos.filter(isDated).toSorted((a, b) => a.takenAt - b.takenAt);
  const gaps = sorted.slice(1).map(({ takenAt }, index) => takenAt - (sorted[index]?.takenAt ?? 0));
  const median = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  const pause = Math.min(longestGap, Math.max(shortestGap, 4 * median));
  const groups: Photo[][] = [];
  sorted.forEach((photo, index) => {
    const startsGroup = index === 0 || (gaps[index - 1] ?? 0) > pause;
    if (startsGroup) groups.push([photo]);
    else groups.at(-1)?.push(photo);
  });
  return [...groups, ...photos.filter((photo) => !isDated(photo)).map((photo) => [photo])];
}

/** The votes with which a photo's own clues override those of its group. */
const clearVote = 1.2;
/** The votes that the photos of a group need together. */
const groupVote = 0.8;

/**
 * Suggests an area for each photo by its id, or null. A photo's own clues are its objects and its file name; if they
 * are not clear, the clues of the photos taken around the same time decide. Only areas in `open` are suggested.
 */
export function suggestAreas(photos: readonly PhotoClues[], open: ReadonlySet<AreaCode>): Map<string, AreaCode | null> {
  const suggestions = new Map<string, AreaCode | null>();
  for (const group of groupsByTime(photos)) {
    const together: Votes = new Map();
    const own = group.map(votesOf);
    for (const votes of own) for (const [area, weight] of votes) add(together, area, weight);
    const ofGroup = winner(together, open, groupVote);
    group.forEach(({ id }, index) => {
      suggestions.set(id, winner(own[index] ?? new Map(), open, clearVote) ?? ofGroup);
    });
  }
  return suggestions;
}
