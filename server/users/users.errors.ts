import { AppError, declareError } from '#server/platform/http/problem.ts';

export const signInRefused = declareError({
  status: 401,
  code: 'sign_in_refused',
  detail: 'Invalid username or password',
});
export const notAnAdminAccount = declareError({
  status: 403,
  code: 'not_an_admin_account',
  detail: 'This account is not an Admin/QA account',
});
export const invitationRequired = declareError({
  status: 403,
  code: 'invitation_required',
  detail: 'An Admin/QA account needs an invitation from an admin',
});
export const invitationNoLongerValid = declareError({
  status: 410,
  code: 'invitation_no_longer_valid',
  detail: 'This invitation is no longer valid',
});
export const invitationNotFound = declareError({
  status: 404,
  code: 'invitation_not_found',
  detail: 'This invitation was not found, or was used or has expired',
});
export const invitationOfAnotherAddress = declareError({
  status: 400,
  code: 'invitation_of_another_address',
  detail: 'The invitation was sent to another address',
  field: 'email',
});
export const invitedAddressHasAccount = declareError({
  status: 409,
  code: 'invited_address_has_account',
  detail: 'This e-mail address already has an account',
  field: 'email',
});
export const passwordGuessedFirst = declareError({
  status: 400,
  code: 'password_guessed_first',
  detail: 'This password is too common or too easy to guess. Choose another one, such as a few unrelated words',
  field: 'password',
});
/** The same error, on the field of the form that changes a password. */
export function newPasswordGuessedFirst(): AppError {
  const { status, message, code } = passwordGuessedFirst();
  return new AppError(status, message, { code, errors: { newPassword: message } });
}
export const currentPasswordWrong = declareError({
  status: 403,
  code: 'current_password_wrong',
  detail: 'This is not your current password',
  field: 'currentPassword',
});
export const codeNeeded = declareError({
  status: 401,
  code: 'code_needed',
  detail: 'Enter the code of your authenticator app as well',
});
export const challengeEnded = declareError({
  status: 401,
  code: 'challenge_ended',
  detail: 'This took too long or too many tries. Sign in with your password again',
});
export const codeWrong = declareError({
  status: 403,
  code: 'code_wrong',
  detail: 'This code is wrong or was used before. Wait for the next one',
  field: 'code',
});
export const secondFactorIsOn = declareError({
  status: 409,
  code: 'second_factor_is_on',
  detail: 'An authenticator app is set up already',
});
export const secondFactorIsOff = declareError({
  status: 409,
  code: 'second_factor_is_off',
  detail: 'No authenticator app is set up',
});
export const lastSecondFactor = declareError({
  status: 409,
  code: 'last_second_factor',
  detail: 'Admins need a second factor on this server. Set up another one before you remove this one',
});
export const passkeyRefused = declareError({
  status: 401,
  code: 'passkey_refused',
  detail: 'This passkey was not accepted. Try again, or sign in with your password',
});
/** The same for a user who is signed in and stays signed in. */
export const passkeyNotAccepted = declareError({
  status: 403,
  code: 'passkey_not_accepted',
  detail: 'This passkey was not accepted. Try again',
});
export const passkeyNotFound = declareError({
  status: 404,
  code: 'passkey_not_found',
  detail: 'This passkey was not found',
});
export const passkeyKnown = declareError({
  status: 409,
  code: 'passkey_known',
  detail: 'This passkey is in use already',
});
export const tooManyPasskeys = declareError({
  status: 409,
  code: 'too_many_passkeys',
  detail: 'An account can have ten passkeys. Remove one before you add another',
});
export const passkeysNeedName = declareError({
  status: 409,
  code: 'passkeys_need_name',
  detail: 'Passkeys work only where this server is opened by its name, not by a bare address',
});
export const providerMissing = declareError({
  status: 404,
  code: 'provider_missing',
  detail: 'This server has no identity provider to sign in at',
});
export const setupEnded = declareError({
  status: 409,
  code: 'setup_ended',
  detail: 'This took too long. Begin to set up the authenticator app again',
});
export const proofNeeded = declareError({
  status: 403,
  code: 'proof_needed',
  detail: 'Type your password again before you change this',
});
export const sessionNotFound = declareError({
  status: 404,
  code: 'session_not_found',
  detail: 'This device is no longer signed in',
});
export const apiKeyNotFound = declareError({
  status: 404,
  code: 'api_key_not_found',
  detail: 'This API key was not found',
});
export const tooManyApiKeys = declareError({
  status: 409,
  code: 'too_many_api_keys',
  detail: 'You have as many API keys as one account can have. Revoke one first',
});
export const savedViewNotFound = declareError({
  status: 404,
  code: 'saved_view_not_found',
  detail: 'This saved view was not found',
});
export const savedViewNameTaken = declareError({
  status: 409,
  code: 'saved_view_name_taken',
  detail: 'A saved view of this list has this name',
  field: 'name',
});
export const tooManySavedViews = declareError({
  status: 409,
  code: 'too_many_saved_views',
  detail: 'You have 20 saved views. Delete one first',
});
export const accountNotFound = declareError({
  status: 404,
  code: 'account_not_found',
  detail: 'This account was not found',
});
export const ownAccount = declareError({
  status: 409,
  code: 'own_account',
  detail: 'This is your own account. Another admin can do this',
});
export const lastAdmin = declareError({
  status: 409,
  code: 'last_admin',
  detail: 'You are the last admin. Make somebody else an admin first',
});
export const accountErased = declareError({
  status: 409,
  code: 'account_erased',
  detail: 'The person of this account was erased. This cannot be undone',
});
export const notAnAdmin = declareError({
  status: 409,
  code: 'not_an_admin',
  detail: 'This account is not an admin',
});
export const resetLinkNoLongerValid = declareError({
  status: 410,
  code: 'reset_link_no_longer_valid',
  detail: 'This link is no longer valid. Ask for a new one',
});
export const verificationLinkNoLongerValid = declareError({
  status: 410,
  code: 'verification_link_no_longer_valid',
  detail: 'This link is no longer valid',
});
export const verificationLinkOfAnotherAccount = declareError({
  status: 403,
  code: 'verification_link_of_another_account',
  detail: 'This link was sent for another account. Sign in to that account and open it again',
});

export const usernameTaken = declareError({
  status: 409,
  code: 'username_taken',
  detail: 'This username is taken',
  field: 'username',
});
export const emailTaken = declareError({
  status: 409,
  code: 'email_taken',
  detail: 'This e-mail address is already registered',
  field: 'email',
});
/** For both at once: the code of the first, and the messages of both fields. */
export function usernameAndEmailTaken(): AppError {
  const [username, email] = [usernameTaken(), emailTaken()];
  return new AppError(username.status, username.message, {
    code: username.code,
    errors: { ...username.errors, ...email.errors },
  });
}
