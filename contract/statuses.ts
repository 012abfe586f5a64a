/** An inspection is the record that an admin reviews. */
export const inspectionStatuses = ['in_progress', 'pending_review', 'approved', 'requires_action'] as const;
export type InspectionStatus = (typeof inspectionStatuses)[number];

/** An area session is the field work of one area in one run. */
export const areaSessionStatuses = ['not_started', 'in_progress', 'completed', 'not_applicable'] as const;
export type AreaSessionStatus = (typeof areaSessionStatuses)[number];

export const runStatuses = ['in_progress', 'completed'] as const;
export type RunStatus = (typeof runStatuses)[number];
