import type { Finding } from '#contract/findings.ts';
import type { Inspection } from '#contract/inspections.ts';
import { versionAcceptedBefore } from '#contract/plan-differences.ts';
import { unconfirmedText, type PlanItem, type Plan } from '#contract/plans.ts';
import { plural } from '#contract/texts.ts';
import type { Times } from './times.ts';

/** The disclaimer of every export, which states what the figures mean and do not mean. */
export const disclaimer =
  'Costs and durations are planning estimates, not quotes. The plan describes what photographs show; it does not certify compliance with any building, fire, health or accessibility code.';

const titled = (text: string): string => {
  const words = text.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The label of a status: pending_approval becomes Pending approval. */
export const statusLabel = (
  status: Plan['status'] | PlanItem['status'] | Inspection['status'] | Finding['status'],
): string => titled(status);

/** Who added a finding and who decided on it, such as "added by Robin Vale" and "confirmed by Pat Osei". */
export const peopleTexts = (finding: Finding): string[] => [
  ...(finding.source === 'person' ? [`added by ${finding.addedBy ?? 'a person'}`] : []),
  ...(finding.status === 'pending' || finding.onlyAdded
    ? []
    : [`${finding.status}${finding.decidedBy ? ` by ${finding.decidedBy}` : ''}`]),
];

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
/** Formats days as in `1 day`, `0.25 days`, `26 days`. */
export const days = (count: number): string => plural(count, 'day', 'days', number.format);

/** Whether a plan was never sent for itself, but its items were sent with the property's plan. */
export const isSentInPropertyPlan = ({ versions, propertyPlanStatus }: Plan): boolean =>
  versions.length === 0 && propertyPlanStatus !== null && propertyPlanStatus !== 'draft';

/** Describes which version was sent and accepted when, and whether the plan has changed since, in parts. */
export function versionParts(plan: Plan, times: Times): string[] {
  const { versions, changes } = plan;
  const latest = versions.at(-1);
  if (!latest) return [isSentInPropertyPlan(plan) ? "Sent in the property's plan" : 'Draft, not sent'];
  return [
    `Version ${latest.number}`,
    `sent ${times.text(latest.sentAt)}`,
    latest.acceptedAt ? `accepted ${times.text(latest.acceptedAt)}` : 'not accepted',
    ...(changes.length > 0 ? [`${changes.length} changed since`] : []),
  ];
}

/** The same as one text: "Version 2, sent Nov 21, 2026, 4:05 PM EST, accepted Nov 22, 2026, 9:00 AM EST". */
export const versionText = (plan: Plan, times: Times): string => versionParts(plan, times).join(', ');

/** When and by whom it was accepted, with the version if a later one was sent since; null before that. */
export function acceptedParts(plan: Plan, times: Times): string[] | null {
  if (!plan.approvedAt) return null;
  const version = versionAcceptedBefore(plan);
  return [
    ...(version === null ? [] : [`Version ${version}`]),
    times.text(plan.approvedAt),
    ...(plan.approvedByName ? [plan.approvedByName] : []),
  ];
}

/** What a reader should know of a plan besides its items: where else they are, and what is left out. */
export const planNotes = (plan: Plan): string[] =>
  [
    plan.propertyPlanId &&
      "The items of this plan are in the property's plan, which is the one that is sent and accepted",
    unconfirmedText(plan),
  ]
    .filter((note) => note !== null)
    .map((note) => `${note}.`);

/** The word under which an item that is no longer needed stands among the statuses. */
export const noLongerNeededLabel = 'No longer needed';
export const itemStatusLabel = ({ status, noLongerNeeded }: Pick<PlanItem, 'status' | 'noLongerNeeded'>): string =>
  noLongerNeeded ? noLongerNeededLabel : statusLabel(status);

/** Characters that neither a sheet nor a page can show. */
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]|\p{Surrogate}/gu;
export const printable = (text: string): string => text.replace(unprintable, '');
