import type { AreaCode } from '#contract/area-codes.ts';
import type { CaseInput } from '#contract/cases.ts';
import type { Role } from '#contract/users.ts';

/** The accounts of an evaluation. Their passwords are shown on the sign-in page, so they protect nothing. */
export const sampleAccounts = [
  {
    key: 'admin',
    role: 'admin',
    username: 'admin',
    password: 'innspect-admin',
    email: 'admin@innspect.example',
    firstName: 'Dana',
    lastName: 'Whitfield',
    propertyName: 'Harbour Brand',
  },
  {
    key: 'owner',
    role: 'property',
    username: 'owner',
    password: 'innspect-owner',
    email: 'owner@innspect.example',
    firstName: 'Pat',
    lastName: 'Osei',
    propertyName: 'Harbour Inn',
  },
  {
    key: 'second',
    role: 'property',
    username: 'owner2',
    password: 'innspect-owner2',
    email: 'owner2@innspect.example',
    firstName: 'Lena',
    lastName: 'Fischer',
    propertyName: 'Cedar Lodge',
  },
] as const satisfies readonly {
  key: string;
  role: Role;
  username: string;
  password: string;
  email: string;
  firstName: string;
  lastName: string;
  propertyName: string;
}[];
export type SampleAccount = (typeof sampleAccounts)[number];
export type AccountKey = SampleAccount['key'];

/** The state up to which the inspection of a case is loaded. */
export type CaseStage = 'unlinked' | 'linked' | 'onboarded' | 'under_review' | 'approved' | 'cancelled';

export interface SampleCase {
  key: string;
  owner: Exclude<AccountKey, 'admin'>;
  stage: CaseStage;
  dueInDays: number;
  fields: Omit<CaseInput, 'ownerEmail' | 'ownerName' | 'dueDate'>;
}

const harbour = {
  propertyName: 'Harbour Inn',
  propertyAddress: '12 Quay Street',
  propertyCity: 'Portland',
  propertyState: 'ME',
  propertyZipCode: '04101',
  propertyType: 'hotel',
  brandStandard: 'Harbour Select',
  totalRooms: 84,
} as const;
const cedar = {
  propertyName: 'Cedar Lodge',
  propertyAddress: '480 Ridge Road',
  propertyCity: 'Bend',
  propertyState: 'OR',
  propertyZipCode: '97701',
  propertyType: 'motel',
  brandStandard: 'Harbour Lodge',
  totalRooms: 46,
} as const;
const mesa = {
  propertyName: 'Mesa Court',
  propertyAddress: '2200 Canyon Drive',
  propertyCity: 'Santa Fe',
  propertyState: 'NM',
  propertyZipCode: '87501',
  propertyType: 'boutique',
  brandStandard: 'Harbour Collection',
  totalRooms: 31,
} as const;
const lakeside = {
  propertyName: 'Lakeside Resort',
  propertyAddress: '7 Shore Lane',
  propertyCity: 'Traverse City',
  propertyState: 'MI',
  propertyZipCode: '49684',
  propertyType: 'resort',
  brandStandard: 'Harbour Resorts',
  totalRooms: 152,
} as const;

/** The photo that shows what a requirement asks for. */
export const requirementEvidence: Readonly<Record<string, string>> = {
  'Photograph every fire extinguisher with its tag': 'safety-extinguisher.jpg',
  'Check bathroom ceilings for water marks': 'guest-bathroom-mould.jpg',
  'Show the full length of the second-floor corridor': 'corridor.jpg',
  'Parking lot and walkways in daylight': 'exterior-pothole.jpg',
};

/** Four properties in different states, and cases with due dates of every urgency. */
export const sampleCases: SampleCase[] = [
  {
    key: 'harbour-finished',
    owner: 'owner',
    stage: 'approved',
    dueInDays: 21,
    fields: {
      ...harbour,
      inspectionType: 'quality_assurance',
      requirements: [
        { text: 'Photograph every fire extinguisher with its tag', area: 'safety_equipment', photoRequired: true },
        { text: 'Check bathroom ceilings for water marks', area: 'guest_rooms', photoRequired: true },
        { text: 'Show the full length of the second-floor corridor', area: 'common_areas', photoRequired: true },
      ],
      notes: 'First inspection after the soft-goods renovation.',
    },
  },
  {
    key: 'cedar-review',
    owner: 'second',
    stage: 'under_review',
    dueInDays: 10,
    fields: {
      ...cedar,
      inspectionType: 'routine',
      requirements: [
        { text: 'Parking lot and walkways in daylight', area: 'exterior', photoRequired: true },
        { text: 'Exterior stairs and rails', area: 'exterior' },
      ],
      notes: null,
    },
  },
  {
    key: 'mesa-ready',
    owner: 'owner',
    stage: 'onboarded',
    dueInDays: 6,
    fields: {
      ...mesa,
      inspectionType: 'compliance',
      requirements: [
        'Exit signs and emergency lights on both floors',
        { text: 'Pool gate and drain cover', area: 'pool', photoRequired: true },
      ],
      notes: 'Please inspect before the holiday season.',
    },
  },
  {
    key: 'lakeside-open',
    owner: 'owner',
    stage: 'linked',
    dueInDays: 2,
    fields: {
      ...lakeside,
      inspectionType: 'routine',
      requirements: ['Meeting room doors and panic bars'],
      notes: null,
    },
  },
  {
    key: 'lakeside-overdue',
    owner: 'owner',
    stage: 'linked',
    dueInDays: -1,
    fields: {
      ...lakeside,
      inspectionType: 'reinspection',
      requirements: ['Repaired balcony rails, building B'],
      notes: 'Follows the repair of the rails.',
    },
  },
  {
    key: 'cedar-next',
    owner: 'second',
    stage: 'unlinked',
    dueInDays: 30,
    fields: {
      ...cedar,
      propertyName: 'Cedar Annex',
      propertyAddress: '482 Ridge Road',
      totalRooms: 18,
      inspectionType: 'routine',
      requirements: ['All areas'],
      notes: null,
    },
  },
  {
    key: 'harbour-cancelled',
    owner: 'owner',
    stage: 'cancelled',
    dueInDays: 40,
    fields: { ...harbour, inspectionType: 'compliance', requirements: [], notes: 'Opened twice by mistake.' },
  },
];

/** The areas and pictures of the property under review; the finished property has the others. */
export const reviewAreas: AreaCode[] = ['exterior', 'guest_rooms', 'back_of_house'];
export const reviewPictures = new Set([
  'exterior-pothole.jpg',
  'exterior-brick.jpg',
  'guest-room-twin-ceiling.jpg',
  'guest-room-carpet-stain.jpg',
  'back-of-house-mould.jpg',
]);

/** A failed check that the sample owner answers and that no photo shows. */
export const failedCheck = {
  area: 'safety_equipment' satisfies AreaCode,
  sortOrder: 1,
  note: 'The service tag beside the boiler room door is punched for October of last year.',
} as const;

/** A standalone inspection of the owner: two defects and a certificate, not submitted yet. */
export const ownInspection = { sessionId: 'sample-own-inspection', area: 'All Areas' };
export const ownPictures = new Set(['exterior-column.jpg', 'meeting-room-carpet.jpg']);
export const certificate = {
  filename: 'fire-extinguisher-service.pdf',
  title: 'Fire extinguisher service record',
  lines: [
    'Mesa Court, 2200 Canyon Drive, Santa Fe, NM 87501',
    'Made up for the sample data of Innspect: not a certificate of any real equipment.',
    'Ground floor corridor: 2 units, gauge green, pin and seal present',
    'First floor corridor: 2 units, gauge green, pin and seal present',
    'Kitchen: 1 unit class K, gauge green, tag renewed',
    'Next service due in twelve months.',
  ],
};

/** What the reviewer of the other property writes, and the owner's answer. */
export const reviewNote = 'Please add a photo of the repaired paving by the entrance, in daylight.';
export const reviewMessages = {
  question: 'Thank you for the exterior photos. Is the paving repair scheduled already?',
  answer: 'Yes, for Thursday. I will add the photo on the same day.',
} as const;
