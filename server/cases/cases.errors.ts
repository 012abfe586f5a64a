import type { CaseStatus } from '#contract/cases.ts';
import { declareError, statusText } from '#server/platform/http/problem.ts';

/** The same answer for an unknown number and for another user's case, so that numbers cannot be probed. */
export const caseNumberUnknown = declareError({
  status: 404,
  code: 'case_number_unknown',
  detail: 'No case with this number was sent to your e-mail address',
});
export const caseClosed = declareError({
  status: 410,
  code: 'case_closed',
  detail: (caseNumber: string, status: 'cancelled' | 'expired') => `Case ${caseNumber} is ${status}`,
});
export const addressNotConfirmed = declareError({
  status: 403,
  code: 'address_not_confirmed',
  detail: 'Confirm your e-mail address first: the link is in the message that we sent you',
});
export const caseNumbersUsedUp = declareError({
  status: 409,
  code: 'case_numbers_used_up',
  detail: 'All case numbers of today seem to be taken. Try again',
});
export const dueDateInThePast = declareError({
  status: 400,
  code: 'due_date_in_the_past',
  detail: 'Due date cannot be in the past',
  field: 'dueDate',
});
export const requirementDueOutside = declareError({
  status: 400,
  code: 'requirement_due_outside',
  detail: (text: string) => `“${text}” has to be due between today and the due date of the case`,
  field: 'requirements',
});
export const onlyCancellingIsPossible = declareError({
  status: 409,
  code: 'case_status_not_settable',
  detail: (status: CaseStatus) => `The case is ${statusText(status)}; you can only cancel a case`,
});
export const onlyPendingCanBeCancelled = declareError({
  status: 409,
  code: 'case_not_pending',
  detail: (status: CaseStatus) => `The case is ${statusText(status)}; only a pending case can be cancelled`,
});
export const onlyOwnerOnboards = declareError({
  status: 403,
  code: 'owner_only_onboarding',
  detail: 'Only the owner completes the onboarding',
});
export const onboardingNeedsALink = declareError({
  status: 409,
  code: 'case_not_linked',
  detail: 'Link the property by its case number first',
});
export const onboardingIsOver = declareError({
  status: 409,
  code: 'onboarding_is_over',
  detail: (status: CaseStatus) => `The case is ${statusText(status)}; onboarding is for a pending case`,
});
export const onboardingIncomplete = declareError({
  status: 409,
  code: 'onboarding_incomplete',
  detail: 'Complete the onboarding of the case first',
});
export const caseCannotStart = declareError({
  status: 409,
  code: 'case_cannot_start',
  detail: (status: CaseStatus | 'gone') => `The case is ${statusText(status)} and cannot be started`,
});
export const caseIsClosed = declareError({
  status: 409,
  code: 'case_is_closed',
  detail: (status: CaseStatus) => `The case is ${statusText(status)}`,
});
export const dueDateUnchanged = declareError({
  status: 409,
  code: 'due_date_unchanged',
  detail: 'The case is already due on this date',
});
export const nextDateInThePast = declareError({
  status: 400,
  code: 'next_date_in_the_past',
  detail: 'Next date must be after today',
  field: 'nextOn',
});
export const cannotRepeat = declareError({
  status: 409,
  code: 'case_cannot_repeat',
  detail: (status: CaseStatus) => `The case is ${statusText(status)} and cannot repeat`,
});
export const openedAgainAlready = declareError({
  status: 409,
  code: 'case_opened_again',
  detail: 'This inspection was opened again; set it on the latest case',
});
export const repeatsAlready = declareError({
  status: 409,
  code: 'inspection_repeats_already',
  detail: (caseNumber: string) => `Case ${caseNumber} repeats this inspection of the property already`,
});
export const repeatsNot = declareError({
  status: 409,
  code: 'case_does_not_repeat',
  detail: 'This inspection does not repeat',
});
export const sentJustNow = declareError({
  status: 409,
  code: 'sent_just_now',
  detail: 'The e-mail was sent again less than a minute ago',
});
export const pdfExpected = declareError({
  status: 415,
  code: 'pdf_expected',
  detail: 'Send the PDF itself, as application/pdf',
});

/** Also the answer for another user's case, so that ids cannot be probed. */
export const caseNotFound = declareError({ status: 404, code: 'case_not_found', detail: 'Case not found' });

/* Quotas of an address */

export const tooManyToAddress = declareError({
  status: 429,
  code: 'too_many_to_address',
  detail: 'This e-mail address has received as many cases as it can in a day. Try again later',
  headers: () => ({ 'retry-after': '3600' }),
});
