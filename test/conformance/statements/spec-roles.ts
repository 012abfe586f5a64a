import type { Statement } from '../statement.ts';

export const roles: Statement[] = [
  {
    id: '6.roles.1',
    states:
      'There are two roles: property (property_owner on the profile and settings screens; label Property Owner) and admin (label Admin/QA).',
  },
  {
    id: '6.roles.2',
    states: 'The role is self-selected at sign-up and sign-in.',
    overruledBy:
      'Decision 1: in evaluation as stated; in production admins come by invitation, and signing in as admin without being one answers 403.',
  },
  {
    id: '6.roles.3',
    states: 'The Admin Mode switch in settings lets a user change their own role (for testing).',
    overruledBy:
      'Decision 1: in evaluation as stated; in production only accounts that were granted admin see it, to switch their view.',
  },
  {
    id: '6.roles.4',
    states: 'Signed-out users can reach only /auth.',
    overruledBy: 'Decision 2: and the password, invitation and legal pages.',
  },
  { id: '6.roles.5', states: 'Protected screens require a signed-in user.' },
  { id: '6.roles.6', states: 'Only an admin has the Admin navigation item and /admin.' },
  { id: '6.roles.7', states: 'Only an admin creates and cancels cases.' },
  { id: '6.roles.8', states: 'Only an admin lists all inspections and reviews them, approving or requiring action.' },
  { id: '6.roles.9', states: 'Only an admin has Approve, Modify and Reject on pending PIP items.' },
  { id: '6.roles.10', states: "Non-admins see 'Access Denied'." },
  {
    id: '6.roles.11',
    states: 'The role check that guards the admin screen is left open.',
    overruledBy: 'Decision 2: the server checks too: each of the admin calls answers 403 to a non-admin.',
  },
  { id: '6.roles.12', states: 'Non-admin owners see the pending-cases card and its query.' },
  {
    id: '6.roles.13',
    states: 'Owners link properties through case numbers rather than freely.',
    overruledBy:
      'Decision 4: a case is linked only by the owner whose e-mail it was sent to; an owner may also add a property without a case.',
  },
  { id: '6.roles.14', states: 'The Accept Plan button is for non-admins on a pending_approval report.' },
  { id: '6.roles.15', states: "A PIP report may be refused for lack of permission: 'Report Not Found'." },
  {
    id: '6.roles.16',
    states: 'Property update and delete can return 403.',
    overruledBy:
      "Decision 3: what is not the caller's answers 404, the same as an id that does not exist; 403 is for a thing that the caller may read but not do.",
  },
  {
    id: '6.roles.17',
    states: 'Other server-side permission rules are left open.',
    overruledBy:
      'Decision 3: an owner sees a property and everything below it only if it is linked to them; an admin sees all; no photo is readable without a session or an unexpired signature.',
  },
];
