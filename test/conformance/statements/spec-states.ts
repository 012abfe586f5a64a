import type { Statement } from '../statement.ts';

export const states: Statement[] = [
  { id: '4.auth.1', states: 'Auth is loading, then signed-in or signed-out.' },
  { id: '4.auth.2', states: 'A 401 on the user endpoint means signed-out, not an error.' },
  { id: '4.auth.3', states: 'Login or registration success stores the user and keeps the returned csrfToken if any.' },
  { id: '4.auth.4', states: 'Logout success clears the user and runs a cleanup.' },
  {
    id: '4.defaults.1',
    states:
      'Defaults: user role property; property active; case pending; inspection in_progress; issue pending; PIP report draft; PIP item pending; run in_progress; area session not_started.',
  },
  { id: '4.case.1', states: 'Case statuses are pending, in_progress, completed, expired and cancelled.' },
  { id: '4.case.2', states: 'An admin cancels a pending case.' },
  { id: '4.case.3', states: 'A pending case past due is displayed as overdue (display only).' },
  {
    id: '4.case.4',
    states: 'Other transitions of a case are left open.',
    overruledBy:
      'Decision 5: pending to in_progress when its run starts, to completed when all applicable areas are approved; a daily job expires cases that are still pending 30 days past due.',
  },
  {
    id: '4.case.5',
    states: 'Case badges: completed emphasised, in_progress secondary, expired destructive, others outline.',
  },
  {
    id: '4.session.1',
    states:
      'Session or inspection statuses are not_started, in_progress, pending_review, requires_action, approved and completed.',
  },
  { id: '4.session.2', states: 'Badge labels are Pending Review, Requires Action, In Progress and Not Started.' },
  {
    id: '4.session.3',
    states:
      'Badges: completed and approved default, pending_review secondary, requires_action destructive, others outline.',
  },
  { id: '4.session.4', states: 'Admin approve and reject set approved and requires_action.' },
  { id: '4.session.5', states: 'From pending_review an admin can approve or request re-inspection.' },
  {
    id: '4.session.6',
    states: 'Other transitions of an inspection are left open.',
    overruledBy:
      'Decision 5: completing an area creates its inspection as pending_review or returns it there; request re-inspection reopens the area; any other transition answers 409 with a sentence that names the present state.',
  },
  {
    id: '4.area.1',
    states:
      'An area session is not_started, then in_progress when any permission is granted; the status is set on grant.',
  },
  { id: '4.area.2', states: 'An area session is completed through the complete call.' },
  { id: '4.area.3', states: 'Complete Area is disabled with zero photos.' },
  { id: '4.run.1', states: 'A run is none, then started.' },
  { id: '4.run.2', states: 'When all areas are completed, Generate Property-Wide PIP appears.' },
  { id: '4.live.1', states: 'Live inspection toggles between paused and recording.' },
  { id: '4.live.2', states: 'The first resume creates the inspection.' },
  { id: '4.live.3', states: 'The timer counts seconds while recording.' },
  { id: '4.upload.1', states: 'A file in the photo uploader is pending, uploading, success or error.' },
  { id: '4.upload.2', states: 'Pending and errored files can be removed.' },
  { id: '4.upload.3', states: 'After completion the list clears after 1.5 s.' },
  {
    id: '4.upload.4',
    states:
      'Widget upload file states are waiting, preprocessing, uploading, postprocessing, complete, error and paused.',
  },
  { id: '4.upload.5', states: 'Each file in the widget can be retried, paused, resumed or cancelled.' },
  {
    id: '4.pip.1',
    states:
      'PIP report and item statuses are approved, pending_approval, in_progress and completed; anything else is shown as Draft.',
  },
  { id: '4.pip.2', states: 'Items also have pending.' },
  {
    id: '4.pip.3',
    states: 'The Accept Plan button applies to a pending_approval report for non-admins (hidden header).',
    overruledBy: 'Decision 8: the header is shown.',
  },
  { id: '4.pip.4', states: "While a PIP is generated the button is disabled and shows 'Generating PIP...'." },
  {
    id: '4.role.1',
    states: 'Toggling Admin Mode sets the role to admin or property_owner and saves the profile after 100 ms.',
  },
  { id: '4.tab.1', states: "The sign-in screen's tab is login or register." },
  { id: '4.toast.1', states: 'At most 1 toast is visible at a time.' },
];
