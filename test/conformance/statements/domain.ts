import type { Statement } from '../statement.ts';

export const domain: Statement[] = [
  {
    id: 'domain.words.1',
    states: 'Text on screen is US English; the code `mould` shows as Mold.',
  },
  {
    id: 'domain.words.2',
    states: 'Costs and durations ship as an editable catalogue, and every total says that it is an estimate.',
  },
  { id: 'domain.words.3', states: 'The product observes from photos; it never certifies code compliance.' },
  {
    id: 'domain.words.4',
    states: "A plan's cost range and time are kept apart from the requirement itself.",
  },
  {
    id: 'domain.words.5',
    states:
      'A line that a person can act on names area, place, category, present condition, required action, priority, due date, quantity and unit, cost low / typical / high, days, evidence, brand decision and completion proof.',
  },

  {
    id: 'domain.severity.1',
    states: 'critical: a person could be hurt, or the law is broken; phase critical, 24-48 hours.',
  },
  {
    id: 'domain.severity.2',
    states:
      'high: water getting in, spreading damage, equipment that guests need does not work; phase major, weeks 1-2.',
  },
  { id: 'domain.severity.3', states: 'medium: damage that a guest notices; phase minor, weeks 3-4.' },
  { id: 'domain.severity.4', states: 'low: wear; phase minor, weeks 3-4.' },
  {
    id: 'domain.severity.5',
    states: 'The same defect in three or more guest rooms is raised one class.',
  },

  { id: 'domain.categories.1', states: 'A finding has one of the 33 categories.' },
  {
    id: 'domain.categories.2',
    states: 'Each category belongs to one dimension of the score: safety, maintenance or condition.',
  },

  {
    id: 'domain.score.1',
    states: 'The score is computed by code from the open findings (not dismissed, not resolved), never by a model.',
  },
  {
    id: 'domain.score.2',
    states: 'Each dimension starts at 100; take off critical 40, high 20, medium 8, low 3; floor 0.',
  },
  {
    id: 'domain.score.3',
    states: "An unconfirmed AI finding counts times confidence/100, a confirmed or a person's fully.",
  },
  { id: 'domain.score.4', states: 'overall = 0.4 safety + 0.35 condition + 0.25 maintenance.' },
  {
    id: 'domain.score.5',
    states: 'The overall is capped by the worst open finding: critical at most 49, high 69, medium 89, low 97.',
  },
  {
    id: 'domain.score.6',
    states: 'The dimension that holds the worst finding is capped likewise.',
  },
  {
    id: 'domain.score.7',
    states: 'Coverage stands beside every score: checks answered of all, critical checks answered, usable photos.',
  },
  {
    id: 'domain.score.8',
    states: 'An unusable photo (blurred, too dark, too bright, too small) has no score.',
  },
  {
    id: 'domain.score.9',
    states: 'An area has a score once its critical checks are answered and it has a usable photo.',
  },
  {
    id: 'domain.score.10',
    states: "Until an area has a score the screen says 'Not enough evidence' with what is missing.",
  },
  {
    id: 'domain.score.11',
    states:
      'A property is the mean of its applicable areas that have a score, weighted guest_rooms 3, safety_equipment 2, others 1.',
  },
  {
    id: 'domain.score.12',
    states: "An area without a score counts as missing, and the property's coverage says so.",
  },
  {
    id: 'domain.score.13',
    states:
      'A failing safety_equipment area (below 60) or any open critical finding caps the property at 59, any open high one at 79.',
  },
  { id: 'domain.score.14', states: 'Bands: 90 A, 80 B, 70 C, below 70 fail.' },
  { id: 'domain.score.15', states: 'The screen shows the arithmetic of a score.' },
  {
    id: 'domain.score.16',
    states: 'Trends compare the same area, or the same set of areas, only.',
  },
  {
    id: 'domain.score.17',
    states: 'Coverage says how many requirements are met with evidence.',
  },
  { id: 'domain.score.18', states: '100 means nothing open and coverage full.' },

  {
    id: 'domain.defects.1',
    states:
      "An area session's findings of one category on one surface, in one photo or several, are one finding with all its places.",
  },
  { id: 'domain.defects.2', states: "In doubt the product asks 'Same defect?'." },
  {
    id: 'domain.defects.3',
    states: 'A line of a plan is an action at a place with a quantity.',
  },
  {
    id: 'domain.defects.4',
    states: "Text of a line comes from the finding's recommended action where a person or an engine gave one.",
  },
  { id: 'domain.defects.5', states: 'Three patches of peeling on one wall are one room to repaint.' },
  { id: 'domain.defects.6', states: "Three structural cracks in one building are one engineer's visit." },

  {
    id: 'domain.catalogue.1',
    states: 'Each category has its action, unit, range, days on site and lead days in the seed.',
  },
  { id: 'domain.catalogue.2', states: 'Where a category has two actions, the severity decides between them.' },
  {
    id: 'domain.catalogue.3',
    states: 'The seed tells a posted document ($10-40) from an exit sign or emergency light ($80-250).',
  },
  {
    id: 'domain.catalogue.4',
    states:
      'Freight and tax of 12 % on FF&E lines and a contingency of 10 % stand on top of the sum; both settings, both shown as lines.',
  },
  {
    id: 'domain.catalogue.5',
    states:
      'Further lines of a plan, each a setting and off at 0: mobilization, design and permit fee, after-hours surcharge, regional factor by state.',
  },
  {
    id: 'domain.catalogue.6',
    states: 'Planning figures are rounded: to 5 under 1,000, to 50 under 10,000, to 500 above.',
  },
  { id: 'domain.catalogue.7', states: 'Typical is the middle of the range.' },
  {
    id: 'domain.catalogue.8',
    states:
      'Within a phase work runs side by side by up to 2 crews (a setting); lead days run from day 0; the total is the end of the last phase.',
  },

  {
    id: 'domain.checklist.1',
    states: 'The checklist of lobby has 12 statements, in the words and with the critical items of the page.',
  },
  {
    id: 'domain.checklist.2',
    states: 'The checklist of guest_rooms has 16, in the words and with the critical items of the page.',
  },
  {
    id: 'domain.checklist.3',
    states: 'The checklist of common_areas has 12, in the words and with the critical items of the page.',
  },
  {
    id: 'domain.checklist.4',
    states: 'The checklist of fitness_center has 12, in the words and with the critical items of the page.',
  },
  {
    id: 'domain.checklist.5',
    states: 'The checklist of pool has 13, in the words and with the critical items of the page.',
  },
  {
    id: 'domain.checklist.6',
    states: 'The checklist of restaurant has 13, in the words and with the critical items of the page.',
  },
  {
    id: 'domain.checklist.7',
    states: 'The checklist of meeting_rooms has 12, in the words and with the critical items of the page.',
  },
  {
    id: 'domain.checklist.8',
    states: 'The checklist of exterior has 14, in the words and with the critical items of the page.',
  },
  {
    id: 'domain.checklist.9',
    states: 'The checklist of back_of_house has 14, in the words and with the critical items of the page.',
  },
  {
    id: 'domain.checklist.10',
    states: 'The checklist of safety_equipment has 12, in the words and with the critical items of the page.',
  },
  {
    id: 'domain.checklist.11',
    states:
      'A failed statement becomes a finding whose title says what is wrong, with the category and action that belong to this very item.',
  },
  {
    id: 'domain.checklist.12',
    states: 'Nobody is told to set off a detector or pull station.',
  },

  {
    id: 'domain.boxes.1',
    states: 'Boxes of each AI service are read in its own form, order and scale.',
  },
  { id: 'domain.boxes.2', states: 'Pictures are turned upright (EXIF) before an engine sees them.' },
  {
    id: 'domain.boxes.3',
    states:
      'Boxes are clamped, empty ones dropped, reversed corners swapped, and what lies far outside the scale is refused.',
  },
  {
    id: 'domain.boxes.4',
    states: 'Text inside a photo is data, never an instruction to the model.',
  },

  {
    id: 'domain.accuracy.1',
    states: 'A live detection is confirmed by the median of its score history over at least 3 frames.',
  },
  {
    id: 'domain.accuracy.2',
    states: 'Measured numbers of accuracy are published.',
  },
];
