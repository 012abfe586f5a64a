import type { Statement } from '../statement.ts';

export const screensAdmin: Statement[] = [
  {
    id: '2.admin.1',
    states: "The title is 'Admin Dashboard', the subtitle 'Monitor and manage property inspections'.",
  },
  {
    id: '2.admin.2',
    states:
      "Non-admins see 'Access Denied: You need admin privileges to access this page.' with a return to the dashboard.",
  },
  { id: '2.admin.3', states: 'There are four tabs: Inspection Cases, Inspection Monitoring, PIP Review, Analytics.' },
  {
    id: '2.admin.4',
    states:
      "A button opens the create form, titled 'Create New Inspection Case' with the subtitle 'Schedule an inspection for a property'.",
  },
  { id: '2.admin.5', states: 'The create form has a close and a Cancel button.' },
  {
    id: '2.admin.6',
    states: "The table 'Inspection Cases' has the filter row All, Pending, In Progress, Completed, Expired.",
  },
  { id: '2.admin.7', states: "The case table's columns are Case Number, Property, Type, Due Date, Status, Actions." },
  { id: '2.admin.8', states: "Without cases the table says 'No inspection cases found'." },
  { id: '2.admin.9', states: 'A missing property name shows Unknown.' },
  { id: '2.admin.10', states: 'The type shows the first underscore as a space.' },
  { id: '2.admin.11', states: 'The due date of a case is shown as MMM dd, yyyy.' },
  { id: '2.admin.12', states: "A pending case past due is marked red with '(Overdue)'." },
  { id: '2.admin.13', states: 'Only pending cases have an action button, which cancels the case.' },
  { id: '2.admin.14', states: 'The create form has the fields of point 3.' },
  { id: '2.admin.15', states: 'The due-date picker disables dates before now.' },
  { id: '2.admin.16', states: "The create button shows 'Creating...' while the call is pending." },
  { id: '2.admin.17', states: 'Requirements can be loaded from a .pdf or .txt file.' },
  { id: '2.admin.18', states: "The monitoring tab has the title 'Inspection Sessions'." },
  {
    id: '2.admin.19',
    states:
      "A text search ('Search inspections...') matches property name, area, and inspector first and last name, case-insensitively.",
  },
  {
    id: '2.admin.20',
    states: 'A Filters button has no behavior that is shown.',
    overruledBy: 'Decision 9: the filters work.',
  },
  { id: '2.admin.21', states: 'Status buttons carry counts: All, Pending Review, In Progress, Requires Action.' },
  { id: '2.admin.22', states: 'The counts are computed from the search-filtered list.' },
  {
    id: '2.admin.23',
    states: 'Whether the chosen status filter is applied to the rows is left open.',
    overruledBy: 'Decision 9: filters work: the rows follow the chosen status.',
  },
  { id: '2.admin.24', states: 'A spinner is shown while the sessions load.' },
  { id: '2.admin.25', states: "Without sessions the tab says 'No inspections found matching your criteria.'" },
  { id: '2.admin.26', states: 'The column Property shows name and area.' },
  { id: '2.admin.27', states: 'The column Inspector shows initials and full name.' },
  { id: '2.admin.28', states: 'The column Date & Time shows when the session took place.' },
  { id: '2.admin.29', states: 'The column AI Score shows a bar and a rounded percent.' },
  { id: '2.admin.30', states: 'The column Issues shows the count with a warning icon, or 0 with a check icon.' },
  { id: '2.admin.31', states: 'The column Status shows capitalised words with underscores as spaces.' },
  {
    id: '2.admin.32',
    states: 'Row actions: review, and for pending_review rows also approve and request re-inspection.',
  },
  {
    id: '2.admin.33',
    states: "The review panel below the table has the heading 'Inspection Review: property - area'.",
    overruledBy:
      'House style, the drawn screens: from 1200 px on it stands beside the table, on a phone over it; in between below it, as stated.',
  },
  { id: '2.admin.34', states: "The review panel has the line 'Conducted by inspector on date at time'." },
  {
    id: '2.admin.35',
    states: 'The review panel has a static video placeholder and no real video.',
    overruledBy: 'Decision 9: the recording is stored and playable in the review panel.',
  },
  { id: '2.admin.36', states: 'The AI Detection Summary shows items compliant, and issues detected if above 0.' },
  { id: '2.admin.37', states: 'Approve Inspection runs the action and closes the panel.' },
  { id: '2.admin.38', states: 'Request Reinspection runs the action and closes the panel.' },
  {
    id: '2.admin.39',
    states:
      'The Session Details card shows an AI Confidence bar and percent, Progress as items checked of total, and Issues detected by AI.',
  },
  { id: '2.admin.40', states: 'Quick Actions are Send Message and Flag for Review.' },
  {
    id: '2.admin.41',
    states: 'Send Message and Flag for Review have no behavior that is shown.',
    overruledBy: 'Decision 9: both work.',
  },
  {
    id: '2.admin.42',
    states: "PIP Review is the placeholder 'PIP Review Coming Soon'.",
    overruledBy: 'Decision 9: the PIP Review tab is a real screen where admins review and approve plans.',
  },
  {
    id: '2.admin.43',
    states: "Analytics is the placeholder 'Analytics Dashboard Coming Soon'.",
    overruledBy: 'Decision 9: the Analytics tab is a real screen.',
  },
  { id: '2.uploader.1', states: 'A button opens a modal upload dashboard.' },
  { id: '2.uploader.2', states: 'The dashboard does not start uploading on its own.' },
  { id: '2.uploader.3', states: 'The number of files is limited (default 1).' },
  { id: '2.uploader.4', states: 'The size of each file is limited (default 10485760 bytes).' },
];
