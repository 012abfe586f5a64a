import type { Statement } from '../statement.ts';

export const screensOwner: Statement[] = [
  { id: '2.dashboard.1', states: 'The welcome line has the first name, or the username if there is none.' },
  { id: '2.dashboard.2', states: 'The subtitle depends on the role.' },
  {
    id: '2.dashboard.3',
    states: 'Four stat cards are shown: Total Inspections, Pending Reviews, Active PIPs, Compliance Score (percent).',
  },
  {
    id: '2.dashboard.4',
    states:
      "Fixed placeholder texts appear under the stat cards: '+3 this month', '3 due this quarter', '+5% from last inspection'.",
    overruledBy: 'Decision 9: the hints stand in the same places and are computed from data.',
  },
  { id: '2.dashboard.5', states: 'Non-admins see a Pending Inspection Cases card with up to 3 cases.' },
  { id: '2.dashboard.6', states: 'The Pending Inspection Cases card has a link to all cases.' },
  { id: '2.dashboard.7', states: 'A card to start a new inspection links to /properties.' },
  { id: '2.dashboard.8', states: 'A card to manage properties links to /properties.' },
  {
    id: '2.dashboard.9',
    states: 'Recent Inspections lists up to 5 sessions, each linking to /area-analysis?sessionId={id}.',
  },
  { id: '2.dashboard.10', states: 'Recent Inspections has a View All link to /inspections.' },
  { id: '2.dashboard.11', states: "Without sessions Recent Inspections says 'No inspections yet'." },
  { id: '2.dashboard.12', states: "The company name shown comes from the user's propertyName." },
  { id: '2.properties.1', states: "The screen shows a 'My Properties' grid." },
  { id: '2.properties.2', states: "The button 'Add Property by Case Number' goes to /inspection-setup." },
  {
    id: '2.properties.3',
    states: 'An Add Property dialog is hidden.',
    overruledBy: "Decision 4: it is not on the page; it is reached from the menu beside 'Add Property by Case Number'.",
  },
  { id: '2.properties.4', states: 'There is an Edit dialog.' },
  {
    id: '2.properties.5',
    states:
      "Without properties the screen says 'No properties linked yet' and links to /inspection-setup and /inspection-guide.",
  },
  { id: '2.properties.6', states: 'A property card shows name, type, brand standard, address and rooms.' },
  { id: '2.properties.7', states: "A property card shows the first 2 pending cases, then '+N more cases'." },
  {
    id: '2.properties.8',
    states: 'A property card has a Start or Continue Inspection button and Edit and Delete buttons.',
  },
  { id: '2.properties.9', states: 'A pending case whose onboarding is not complete shows a Complete Onboarding link.' },
  {
    id: '2.properties.10',
    states:
      "A pending case with complete onboarding whose inspection is pending_review shows a disabled 'Pending Analysis'.",
  },
  {
    id: '2.properties.11',
    states:
      "A pending case with complete onboarding whose inspection is in_progress shows a disabled 'Inspection In Progress'.",
  },
  {
    id: '2.properties.12',
    states: "Any other pending case with complete onboarding shows a disabled 'Onboarding Complete'.",
  },
  { id: '2.properties.13', states: "The due date text is 'N days left', or 'N days overdue' once past." },
  {
    id: '2.properties.14',
    states: 'The due date is red when overdue or with 0 to 3 days left, yellow with 4 to 7, green with more than 7.',
  },
  { id: '2.properties.15', states: 'Start Inspection is shown only when no pending case lacks onboarding.' },
  { id: '2.properties.16', states: 'The label is Continue Inspection if an active run has progress.' },
  {
    id: '2.properties.17',
    states:
      'Edit and Delete are disabled when the property has pending cases and onboarding is complete for all of them.',
  },
  { id: '2.properties.18', states: 'Edit and Delete are disabled when the property has any case with an inspection.' },
  {
    id: '2.properties.19',
    states: "Delete asks: 'Remove this property from your profile? (Data will be preserved for testing)'.",
  },
  { id: '2.inspections.1', states: 'The screen lists up to 50 inspection sessions.' },
  { id: '2.inspections.2', states: 'The list can be filtered by property.' },
  { id: '2.inspections.3', states: 'The list can be filtered by area name.' },
  { id: '2.inspections.4', states: "The count line says 'Showing X of Y inspection sessions'." },
  { id: '2.inspections.5', states: 'Rows link to /area-analysis?sessionId={id}.' },
  { id: '2.inspections.6', states: "The empty message is 'No inspection sessions found matching your filters.'" },
  { id: '2.settings.1', states: 'The screen has the tabs Profile and Account.' },
  { id: '2.settings.2', states: 'Profile edits email, firstName, lastName and propertyName.' },
  {
    id: '2.settings.3',
    states: 'Account has an Admin Mode switch (for testing) that lets the user toggle their own role.',
    overruledBy: 'Decision 1: shown to everyone in evaluation; in production only to accounts that were granted admin.',
  },
  { id: '2.settings.4', states: 'Account has Logout.' },
  { id: '2.settings.5', states: 'Logout ends the session and then does a full redirect to the root.' },
  {
    id: '2.guide.1',
    states: 'The guide has five steps: receive case, validate case and property, prepare, conduct, review and submit.',
  },
  { id: '2.guide.2', states: "The guide has a 'what to have ready' list." },
  { id: '2.guide.3', states: 'The guide has important notes.' },
  { id: '2.guide.4', states: 'The guide links to /inspection-setup.' },
  { id: '2.guide.5', states: 'The suggested inspection time is 30 to 60 minutes.' },
  { id: '2.setup.1', states: '/inspection-setup takes propertyId and caseId and holds the onboarding for a case.' },
  {
    id: '2.setup.2',
    states: 'The contents of onboarding are left open.',
    overruledBy:
      "Decision 2: with the caseId of a case whose onboarding is open the owner confirms the property's data, reads requirements and notes, ticks what is ready, and chooses which of the 10 areas the property does not have.",
  },
  {
    id: '2.setup.3',
    states: 'What the screen shows without a query is left open.',
    overruledBy: 'Decision 2: link a property by case number, or choose one of mine.',
  },
  {
    id: '2.run.1',
    states: 'The page takes propertyId; the path it is served on is left open.',
    overruledBy: 'Decision 2: it is /inspection-setup with propertyId.',
  },
  { id: '2.run.2', states: 'The user can choose a property, which goes to /inspection-setup?propertyId={id}.' },
  { id: '2.run.3', states: 'The user can start an inspection run.' },
  { id: '2.run.4', states: 'The user sees progress and area cards.' },
  {
    id: '2.run.5',
    states: "Once every area is completed, 'Generate Property-Wide PIP' can be used; it leads to /pip-report/{id}.",
  },
  {
    id: '2.run.6',
    states: 'An area card of a completed area goes to /area-analysis?runId&sessionId&areaName&propertyId.',
  },
  {
    id: '2.run.7',
    states: 'An area card of any other area goes to /area-inspection?runId&sessionId&areaName&propertyId.',
  },
  {
    id: '2.run.8',
    states:
      'The area icons are Bed, Users, Dumbbell, UtensilsCrossed, Presentation, Trees, ParkingCircle and Warehouse.',
  },
];
