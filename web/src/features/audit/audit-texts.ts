import type { AuditAction, AuditEntry, AuditKind } from '#contract/audit.ts';

/** The kinds of entities, in the order of the filter. */
export const kindTexts: Readonly<Record<AuditKind, string>> = {
  case: 'Case',
  property: 'Property',
  run: 'Inspection run',
  area_session: 'Area',
  inspection: 'Inspection',
  photo: 'Photo',
  recording: 'Recording',
  upload: 'Upload',
  issue: 'Finding',
  pip_report: 'Plan',
  pip_item: 'Plan item',
  cost_catalogue: 'Cost catalog',
  learned_version: 'AI version',
  learning_run: 'Learning',
  message: 'Message',
  api_key: 'API key',
  webhook: 'Webhook',
  saved_view: 'Saved view',
  push_subscription: 'Device',
  user: 'Account',
  invitation: 'Invitation',
  audit_log: 'Audit log',
};

const actionTexts: Readonly<Record<AuditAction, string>> = {
  'api_key.created': 'Made an API key',
  'api_key.revoked': 'Revoked an API key',
  'area_session.changed': 'Changed an area',
  'area_session.completed': 'Completed an area',
  'inspection.opened': 'Opened an inspection for review',
  'inspection.recalled': 'Recalled an inspection from review',
  'area_session.reopened': 'Reopened an area',
  'audit_log.sealed': 'Sealed the earlier entries of the audit log',
  'case.cancelled': 'Cancelled a case',
  'case.completed': 'Completed a case',
  'case.created': 'Created a case',
  'case.due_date_changed': 'Changed the due date of a case',
  'case.imported': 'Imported cases from a file',
  'case.sent_again': 'Resent the e-mail of a case',
  'case.expired': 'Case expired',
  'case.linked': 'Linked a case to a property',
  'case.onboarded': 'Confirmed the property of a case',
  'case.opened_again': 'Opened the next case of a recurring inspection',
  'case.repeat_set': 'Set an inspection to recur',
  'case.repeat_stopped': 'Stopped a recurring inspection',
  'case.reminded': 'Sent a reminder of a case',
  'case.reopened': 'Reopened a case',
  'case.started': 'Started the inspection of a case',
  'checklist.answered': 'Answered a checklist item',
  'requirement.evidence_chosen': 'Chose evidence for a requirement',
  'requirement.evidence_removed': 'Removed the evidence of a requirement',
  'cost_catalogue.replaced': 'Saved the cost catalog',
  'inspection.approved': 'Approved an inspection',
  'inspection.approved_together': 'Approved inspections together',
  'inspection.created': 'Started an inspection',
  'inspection.decision_undone': 'Took back a decision',
  'inspection.flagged': 'Flagged an inspection',
  'inspection.live_update': 'Reported a live detection',
  'inspection.reinspection_requested': 'Requested a re-inspection',
  'inspection.submitted': 'Submitted an inspection',
  'inspection.unflagged': 'Removed the flag of an inspection',
  'issue.added': 'Added a finding',
  'issue.changed': 'Changed a finding',
  'issue.detected_live': 'AI detected a finding live',
  'issue.found_twice': 'Dismissed a finding that the recording already shows',
  'issue.merged': 'Merged a finding with another',
  'issue.raised': 'Changed a severity by the number of rooms',
  'issue.separated': 'Separated a merged finding',
  'issue.told_apart': 'Marked findings as different defects',
  'learning.finished': 'AI learned from verdicts',
  'learning.not_finished': 'AI learning failed',
  'learning.started': 'Started AI learning',
  'learning.version_chosen': 'Switched the AI version',
  'message.sent': 'Sent a message',
  'messages.read': 'Read messages',
  'notifications.read': 'Read notifications',
  'photo.added': 'Added a photo',
  'photo.analyzed': 'AI analyzed a photo',
  'photo.files_deleted': 'Deleted the files of an expired photo',
  'photo.marked': 'Drew on a photo',
  'photo.voice_note_added': 'Recorded a voice note',
  'photo.voice_note_removed': 'Deleted a voice note',
  'photo.placed': 'Set the place of a photo',
  'photo.check_shown': 'Used a photo for a failed check',
  'photo.removed': 'Removed a photo',
  'pip.accepted': 'Accepted a plan',
  'pip.approved': 'Plan approved',
  'pip.completed': 'Plan completed',
  'pip.draft': 'Plan went back to draft',
  'pip.generated': 'Generated a plan',
  'pip.in_progress': 'Work on a plan started',
  'pip.overheads_changed': 'Changed the overheads of a plan',
  'pip.pending_approval': 'Plan awaits approval',
  'pip.share_revoked': 'Revoked a link to a plan',
  'pip.shared': 'Shared a plan by link',
  'pip.submitted': 'Sent a plan to its owner',
  'pip.updated': 'Regenerated a plan',
  'pip_item.added': 'Added a line to a plan',
  'pip_item.approved': 'Approved a plan item',
  'pip_item.awaiting_verification': 'Reported a plan item as done',
  'pip_item.completed': 'Completed a plan item',
  'pip_item.edited': 'Changed a line of a plan',
  'pip_item.in_progress': 'Started a plan item',
  'pip_item.modified': 'Modified a plan item',
  'pip_item.pending': 'Took back a decision on a plan item',
  'pip_item.reopened': 'Reopened the work of a plan item',
  'pip_item.rejected': 'Rejected a plan item',
  'pip_item.removed': 'Removed a line of a plan',
  'pip_item.returned': 'Returned the work of a plan item',
  'pip_item.vendors_changed': 'Changed the vendors and quotes of a plan item',
  'pip_item.no_longer_needed': 'A plan item was no longer needed',
  'pip_item.needed_again': 'A plan item was needed again',
  'pip_item.waived': 'Waived a plan item',
  'pip_request.asked': 'Made a request about a plan item',
  'pip_request.declined': 'Declined a request about a plan item',
  'pip_request.expired': 'A waiver of a plan item expired',
  'pip_request.granted': 'Granted a request about a plan item',
  'pip_request.message_sent': 'Commented on a request about a plan item',
  'pip_request.withdrawn': 'Withdrew a request about a plan item',
  'property.changed': 'Changed a property',
  'property.created': 'Added a property',
  'property.linked': 'Linked a property',
  'property.unlinked': 'Unlinked a property',
  'push.subscribed': 'Turned on notifications of a device',
  'push.unsubscribed': 'Turned off notifications of a device',
  'recording.added': 'Added a recording',
  'recording.files_deleted': 'Deleted the files of an expired recording',
  'recording.not_prepared': 'Recording could not be prepared for playback',
  'recording.prepared': 'Recording prepared for playback',
  'retention.applied': 'Deleted expired data',
  'run.started': 'Started an inspection run',
  'run.submitted': 'Submitted an inspection run',
  'saved_view.created': 'Saved a view',
  'saved_view.removed': 'Deleted a saved view',
  'saved_view.renamed': 'Renamed a saved view',
  'upload.begun': 'Started an upload',
  'upload.completed': 'Completed an upload',
  'upload.dropped': 'Cancelled an upload',
  'upload.expired': 'Removed an unused upload',
  'upload.refused': 'Upload refused or already there',
  'upload.requested': 'Asked for an upload address',
  'user.address_released': 'Lost an e-mail address that another account confirmed',
  'user.admin_granted': 'Made an account an admin',
  'user.admin_withdrawn': 'Removed admin rights of an account',
  'user.data_export_asked': 'Requested an export of their data',
  'user.unsent_work_imported': 'Imported unsent work of a device',
  'user.data_exported': 'Exported personal data',
  'user.disabled': 'Disabled an account',
  'user.email_verified': 'Confirmed an e-mail address',
  'user.enabled': 'Enabled an account',
  'user.erased': 'Erased the data of a person',
  'user.erasure_asked': 'Requested the erasure of their data',
  'user.invited': 'Invited an admin',
  'user.invitation_revoked': 'Revoked an invitation',
  'user.locked': 'Locked a sample account',
  'user.password_accepted': 'Entered the right password; a code is still needed',
  'user.password_changed': 'Changed a password',
  'user.password_reset': 'Reset the password',
  'user.password_reset_requested': 'Requested a password reset',
  'user.profile_changed': 'Changed a profile',
  'user.proven': 'Confirmed the password',
  'user.recovery_code_used': 'Signed in with a recovery code',
  'user.provider_tied': 'Connected a company account',
  'user.passkey_added': 'Added a passkey',
  'user.passkey_removed': 'Removed a passkey',
  'user.passkey_renamed': 'Renamed a passkey',
  'user.recovery_codes_renewed': 'Generated new recovery codes',
  'user.registered': 'Created an account',
  'user.second_factor_off': 'Turned off the authenticator app',
  'user.second_factor_on': 'Turned on an authenticator app',
  'user.second_factor_prepared': 'Started to set up an authenticator app',
  'user.second_factor_removed': 'Removed the second factor of an account',
  'user.session_ended': 'Signed out another device',
  'user.sessions_ended': 'Signed out all other devices',
  'user.signed_in': 'Signed in',
  'user.signed_out': 'Signed out',
  'user.signed_out_by_admin': 'Signed out an account everywhere',
  'webhook.changed': 'Changed a webhook',
  'webhook.created': 'Added a webhook',
  'webhook.deleted': 'Deleted a webhook',
  'webhook.secret_renewed': 'Renewed the secret of a webhook',
  'webhook.sent_again': 'Resent an event',
};

const spaced = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[._]+/g, ' ')
    .trim()
    .toLowerCase();
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const textOf = (texts: Readonly<Record<string, string>>, name: string): string => texts[name] ?? capital(spaced(name));

/** The action as text. Actions that the server no longer writes appear in old entries and are shown by their name. */
export const actionText = (action: string): string => textOf(actionTexts, action);

export const kindText = (entityType: string): string => textOf(kindTexts, entityType);

/** The entity's name from the details, or else the start of its id. */
export function subjectText({ userId, entityType, entityId, details }: AuditEntry): string {
  if (entityType === 'user' && entityId === userId) return 'Own account';
  const known: Record<string, unknown> = details !== null && typeof details === 'object' ? { ...details } : {};
  // A case number already starts with "CASE".
  if (entityType === 'case' && typeof known['caseNumber'] === 'string') return known['caseNumber'];
  const name = ['name', 'filename', 'email', 'area'].map((field) => known[field]).find(Boolean);
  const rest = typeof name === 'string' ? name : entityId.length > 12 ? entityId.slice(0, 8) : '';
  return `${kindText(entityType)} ${rest}`.trim();
}

const ending = (name: string): string =>
  capital(spaced(name))
    .replace(/ id$/, ' ID')
    .replace(/ sha256$/i, ' SHA-256');

function valueText(value: unknown): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(valueText).join(', ') || 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The details of an entry as names and values. */
export function detailRows(details: unknown): { name: string; value: string }[] {
  if (details === null || typeof details !== 'object') return [];
  return Object.entries(details).map(([name, value]) => ({ name: ending(name), value: valueText(value) }));
}
