import type { DetectedIssue } from '#contract/analysis.ts';
import type { FindingCategory, Severity } from '#contract/finding-categories.ts';

export interface Recommendation {
  /** A short title for lists. */
  title: string;
  /** One sentence about what is visible, without the place and without a cause that a photo cannot show. */
  description: string;
  /** One sentence about the repair. */
  recommendedAction: string;
}

type Wording = [title: string, seen: string, action: string];

const wordings: Record<FindingCategory, Wording> = {
  crack: ['Crack in the surface', 'A crack runs through the surface', 'Fill, sand and touch up the crack'],
  spall: ['Spalled surface', 'Concrete or stucco has broken away', 'Remove loose material and patch the surface'],
  stain: ['Stain', 'The surface is stained', 'Clean or extract the stain; renew the finish if it remains'],
  water_damage: ['Water damage', 'The finish has water marks', 'Find and stop the leak, then patch and paint'],
  mould: ['Mold growth', 'Dark spots look like mold', 'Clean and treat the area and remove the source of moisture'],
  peeling_paint: ['Peeling paint', 'Paint is coming off the surface', 'Scrape, prime and repaint the surface'],
  wallcovering_damage: [
    'Damaged wallcovering',
    'The wallcovering is torn or loose',
    'Repair the seam or replace the wallcovering',
  ],
  corrosion: ['Corrosion', 'Metal or its coating is corroding', 'Replace the fitting, or remove the rust and recoat'],
  broken_tile: ['Broken tile', 'A tile is broken or chipped', 'Replace the broken tile'],
  grout_caulk: ['Worn grout or caulk', 'Grout or caulk is discolored or missing', 'Renew the grout and caulk'],
  carpet_wear: ['Worn carpet', 'The carpet is worn', 'Replace the carpet and its pad'],
  floor_damage: [
    'Damaged floor or paving',
    'The floor or paving has a hole or a broken patch',
    'Patch the floor or paving level',
  ],
  upholstery_damage: ['Damaged upholstery', 'Upholstery is torn or worn', 'Reupholster or replace the piece'],
  casegoods_damage: ['Damaged furniture', 'A piece of furniture is damaged', 'Repair or replace the piece'],
  glass_damage: ['Damaged glass', 'Glass is cracked or broken', 'Replace the pane'],
  lighting_out: ['Light out', 'A light is not working', 'Replace the lamp, driver or fitting'],
  fixture_broken: ['Broken fixture', 'A fixture is broken', 'Replace the fixture'],
  leak: ['Leak', 'Water is leaking', 'Repair the leak and dry the area'],
  hvac: ['Heating or cooling fault', 'The heating or cooling unit needs attention', 'Service the unit or replace it'],
  clutter: ['Clutter', 'Items are stored where they do not belong', 'Clear the area'],
  dirt: ['Dirt', 'The surface is dirty', 'Clean the surface'],
  pest: ['Signs of pests', 'There are signs of pests', 'Have the area treated and close the way in'],
  trip_hazard: [
    'Trip hazard',
    'An edge or object can trip a person',
    'Install a transition strip or grind the edge level',
  ],
  blocked_exit: ['Blocked exit', 'An exit or its path is blocked', 'Clear the exit and keep it clear'],
  missing_extinguisher: [
    'Missing extinguisher',
    'A fire extinguisher is not in its place',
    'Put a charged extinguisher in its place',
  ],
  expired_tag: ['Expired tag', 'The inspection tag is out of date', 'Have the equipment inspected and tagged'],
  missing_signage: ['Missing sign', 'A required sign is missing', 'Install the sign'],
  signage_damage: ['Damaged sign', 'A sign is damaged', 'Repair or replace the sign'],
  electrical_exposed: ['Exposed wiring', 'Wiring or contacts are exposed', 'Keep people away and call an electrician'],
  door_hardware: ['Door hardware fault', 'Door hardware is loose or does not latch', 'Adjust or replace the hardware'],
  pool_safety: [
    'Pool safety fault',
    'A pool safety item is missing or damaged',
    'Repair or replace the item before the pool is used',
  ],
  accessibility: ['Accessibility barrier', 'Something blocks accessible use', 'Remove the barrier'],
  other: ['Other finding', 'Something needs attention', 'Inspect it on site'],
};

/** Texts that differ for a severity. */
const special: Partial<Record<FindingCategory, Partial<Record<Severity, Partial<Recommendation>>>>> = {
  crack: {
    low: { title: 'Hairline crack', description: 'A fine crack runs through the surface.' },
    high: {
      title: 'Wide crack',
      description: 'A wide crack runs through the surface.',
      recommendedAction: 'Have a structural engineer visit the site before any repair.',
    },
  },
  mould: {
    critical: {
      title: 'Heavy mold growth',
      description: 'A large area of dark growth looks like mold.',
      recommendedAction: 'Close the area and have a remediation firm remove the growth.',
    },
  },
  water_damage: { low: { title: 'Water mark', description: 'The finish has a small water mark.' } },
};

/** The texts of a finding of this category and severity. */
export function recommend(category: FindingCategory, severity: Severity): Recommendation {
  const [title, seen, action] = wordings[category];
  const urgency = severity === 'critical' ? ' at once' : '';
  const general = { title, description: `${seen}.`, recommendedAction: `${action}${urgency}.` };
  return { ...general, ...special[category]?.[severity] };
}

/** Whether an engine gave a recommended action of its own instead of the usual advice. */
export const isGivenAction = ({
  category,
  severity,
  recommendedAction,
}: Pick<DetectedIssue, 'category' | 'severity' | 'recommendedAction'>): boolean =>
  recommendedAction !== recommend(category, severity).recommendedAction;
