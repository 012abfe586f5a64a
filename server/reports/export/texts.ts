import type { PipItem, PipReport } from '#contract/reports.ts';

/** The disclaimer of every export: what the figures mean and do not mean. */
export const disclaimer =
  'Costs and durations are planning estimates, not quotes. The plan describes what photographs show; it does not certify compliance with any building, fire, health or accessibility code.';

const titled = (text: string): string => {
  const words = text.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A status as a reader sees it: pending_approval is Pending approval. */
export const statusLabel = (status: PipReport['status'] | PipItem['status']): string => titled(status);
export const phaseLabel = (phase: PipItem['phase']): string => titled(phase);

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
/** 1 day, 0.25 days, 26 days. */
export const days = (count: number): string => `${number.format(count)} ${count === 1 ? 'day' : 'days'}`;

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
/** November 21, 2026. Server time is UTC, and so is a document's. */
export const dateOf = (iso: string): string => longDate.format(new Date(iso));

/** What the plan is about: the property, or one area of it. */
export const scopeOf = (report: PipReport): string =>
  report.source === 'property' ? 'Whole property' : (report.area ?? 'Inspection');

/** Characters that neither a sheet nor a page can show. */
// oxlint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]|\p{Surrogate}/gu;
export const printable = (text: string): string => text.replace(unprintable, '');
